import { useParams } from 'react-router-dom'
import { InviteList } from '#web/features/people/invite/invite-list.tsx'

export default function VacancyInviteScreen() {
  return <InviteList kind="vacancy" id={Number(useParams().id)} />
}
