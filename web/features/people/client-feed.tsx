import { Plus, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FreelancerCard } from './freelancer-card.tsx'
import type { ListedPerson } from './queries.ts'

/** A client's collection: free people of the categories of their own orders, and the way to a new order. */
export default function ClientFeed({ people }: { people: ListedPerson[] }) {
  const { t } = useTranslation()
  if (people.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        title={t('search.personalEmpty.title')}
        text={t('clientFeed.empty')}
        action={<ButtonLink to="/search/freelancer">{t('clientFeed.all')}</ButtonLink>}
      />
    )
  return (
    <>
      <ButtonLink wide icon={Plus} to="/order/create">
        {t('listings.empty.action')}
      </ButtonLink>
      <p className="cap muted" style={{ padding: '0 4px' }}>
        {t('clientFeed.title')}
      </p>
      {people.map((person) => (
        <FreelancerCard key={person.id} person={person} />
      ))}
    </>
  )
}
