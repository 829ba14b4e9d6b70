import { useParams } from 'react-router-dom'
import { InviteList } from '#web/features/people/invite/invite-list.tsx'

export default function OrderInviteScreen() {
  return <InviteList kind="order" id={Number(useParams().id)} />
}
