import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFailure } from '#web/features/listings/list-failure.tsx'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import { OwnResponseCard } from '#web/features/responses/own-response-card.tsx'
import { myResponses } from '#web/features/responses/queries.ts'
import { haptic } from '#web/telegram/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { Segment } from '#web/ui/segment.tsx'

type Kind = 'project' | 'vacancy'

/** The freelancer's own responses, the newest first. */
export default function ResponsesScreen() {
  const { t } = useTranslation()
  const [kind, setKind] = useState<Kind>('project')
  const responses = useQuery(myResponses())
  const newest = responses.data?.toSorted((a, b) => b.created_at.localeCompare(a.created_at)) ?? []
  const shown = newest.filter((response) => response[kind] !== null)
  const tab = (name: string, total: number) => (
    <>
      {t(name)} {total > 0 && <span className="muted">{total}</span>}
    </>
  )
  const countOf = (of: Kind) => newest.filter((response) => response[of] !== null).length
  return (
    <Page bar busy={responses.isPending}>
      <PageTitle>{t('myResponses.title')}</PageTitle>
      <Segment<Kind>
        onPage
        label={t('myResponses.kind')}
        value={kind}
        onChange={(next) => {
          setKind(next)
          haptic('selection')
        }}
        options={[
          { value: 'project', label: tab('myResponses.tabOrders', countOf('project')) },
          { value: 'vacancy', label: tab('myResponses.tabVacancies', countOf('vacancy')) },
        ]}
      />
      {responses.isPending && <ListingSkeletons />}
      {responses.isError && <ListFailure error={responses.error} onRetry={() => void responses.refetch()} />}
      {shown.map((response) => (
        <OwnResponseCard key={response.id} response={response} />
      ))}
      {responses.data && shown.length === 0 && (
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
