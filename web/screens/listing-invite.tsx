import { useLocation, useParams } from 'react-router-dom'
import { InviteList } from '#web/features/people/invite/invite-list.tsx'

/** Screen of people who can be invited to an own order or vacancy. */
export default function ListingInviteScreen() {
  const kind = useLocation().pathname.startsWith('/order/') ? 'order' : 'vacancy'
  return <InviteList kind={kind} id={Number(useParams().id)} />
}
