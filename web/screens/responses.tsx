import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListFailure } from '#web/features/listings/list-failure.tsx'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import { OwnResponseCard } from '#web/features/responses/own-response-card.tsx'
import { myResponses } from '#web/features/responses/queries.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

/** The freelancer's own responses, the newest first. */
export default function ResponsesScreen() {
  const { t } = useTranslation()
  const responses = useQuery(myResponses())
  return (
    <Page bar busy={responses.isPending}>
      <PageTitle>{t('myResponses.title')}</PageTitle>
      {responses.isPending && <ListingSkeletons />}
      {responses.isError && <ListFailure error={responses.error} onRetry={() => void responses.refetch()} />}
      {responses.data?.map((response) => (
        <OwnResponseCard key={response.id} response={response} />
      ))}
      {responses.data?.length === 0 && (
        <EmptyState
          icon={Send}
          title={t('myResponses.empty.title')}
          text={t('myResponses.empty.text')}
          action={<ButtonLink to="/search/orders">{t('myResponses.empty.action')}</ButtonLink>}
        />
      )}
    </Page>
  )
}
