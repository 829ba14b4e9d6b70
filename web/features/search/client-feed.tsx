import { Plus, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#web/client/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export type Freelancers = ReplyOf<'POST /api/users/freelancer_jobs'>['freelancers']

type ClientFeedProps = { people: Freelancers; cards: (people: Freelancers) => ReactNode }

/** A client's collection: free people of the categories of their own orders, and the way to a new order. */
export function ClientFeed({ people, cards }: ClientFeedProps) {
  const { t } = useTranslation()
  if (people.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        title={t('search.personalEmpty.title')}
        text={t('search.client.empty')}
        action={<ButtonLink to="/search/freelancer">{t('search.client.all')}</ButtonLink>}
      />
    )
  return (
    <>
      <ButtonLink wide icon={Plus} to="/order/create">
        {t('search.client.create')}
      </ButtonLink>
      <p className="cap muted" style={{ padding: '0 4px' }}>
        {t('search.client.plain')}
      </p>
      {cards(people)}
    </>
  )
}
