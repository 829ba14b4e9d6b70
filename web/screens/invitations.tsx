import { useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Section } from '#web/features/home/section.tsx'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { isWaiting, receivedInvitations } from '#web/features/responses/invitations/queries.ts'
import { ReceivedCard } from '#web/features/responses/invitations/received-card.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'

/** Received invitations. Invitations that await an answer come first. */
export default function InvitationsScreen() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    ...receivedInvitations(),
    refetchOnMount: 'always',
  })
  const groups = (['open', 'over'] as const).map((name) => ({
    name,
    all: (data ?? []).filter((one) => isWaiting(one) === (name === 'open')),
  }))
  return (
    <Page busy={isPending}>
      <PageTitle>{t('invited.list')}</PageTitle>
      {isPending && <ListingSkeletons />}
      {error && !data && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && <PageLead>{t('invited.list.lead')}</PageLead>}
      {groups
        .filter(({ all }) => all.length > 0)
        .map(({ name, all }) => (
          <Section key={name} title={t(`invited.list.${name}`)} count={all.length}>
            {all.map((invitation) => (
              <ReceivedCard key={invitation.id} invitation={invitation} />
            ))}
          </Section>
        ))}
      {data?.length === 0 && (
        <EmptyState
          icon={MailOpen}
          title={t('invited.list.none.title')}
          text={t('invited.list.none.text')}
          action={<ButtonLink to="/profile/edit">{t('invited.list.none.action')}</ButtonLink>}
        />
      )}
    </Page>
  )
}
