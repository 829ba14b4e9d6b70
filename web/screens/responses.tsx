import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { ListFailure } from '#web/features/listings/list-failure.tsx'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import { OwnResponseCard } from '#web/features/responses/own-response-card.tsx'
import { myResponses, myVacancyResponses, type OwnResponse } from '#web/features/responses/queries.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { Segment } from '#web/ui/segment.tsx'

type Kind = 'orders' | 'vacancies'

/** The freelancer's own responses, the newest first; the address keeps which kind stands open. */
export default function ResponsesScreen() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const kind: Kind = search.get('kind') === 'vacancies' ? 'vacancies' : 'orders'
  const orders = useQuery(myResponses())
  const vacancies = useQuery(myVacancyResponses())
  const tab = (name: string, responses: OwnResponse[] = []) => (
    <>
      {t(name)} {responses.length > 0 && <span className="muted">{responses.filter(isKept).length}</span>}
    </>
  )
  return (
    <Page bar busy={orders.isPending}>
      <PageTitle>{t('myResponses.title')}</PageTitle>
      <Segment<Kind>
        onPage
        label={t('myResponses.kind')}
        value={kind}
        onChange={(next) => {
          setSearch(next === 'orders' ? {} : { kind: next }, { replace: true })
          haptic('selection')
        }}
        options={[
          { value: 'orders', label: tab('myResponses.tabOrders', orders.data) },
          { value: 'vacancies', label: tab('myResponses.tabVacancies', vacancies.data) },
        ]}
      />
      <Responses key={kind} kind={kind} found={kind === 'orders' ? orders : vacancies} />
    </Page>
  )
}

/** Not put away. */
const isKept = ({ is_archive }: OwnResponse) => !is_archive

function Responses({ kind, found }: { kind: Kind; found: UseQueryResult<OwnResponse[]> }) {
  const { t } = useTranslation()
  const [isArchive, setArchive] = useState(false)
  if (found.isPending) return <ListingSkeletons />
  if (found.isError && !found.data)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  const newest = found.data.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const archived = newest.filter((response) => !isKept(response))
  const shown = isArchive && archived.length > 0 ? archived : newest.filter(isKept)
  return (
    <>
      {shown.map((response) => (
        <OwnResponseCard key={response.id} response={response} />
      ))}
      {shown.length === 0 && <Nothing kind={kind} />}
      {archived.length > 0 && (
        <Button wide variant="card" onClick={() => setArchive(!isArchive)}>
          {isArchive ? t('ownResponse.toCurrent') : t('ownResponse.toArchive', { count: archived.length })}
        </Button>
      )}
    </>
  )
}

function Nothing({ kind }: { kind: Kind }) {
  const { t } = useTranslation()
  const words = kind === 'orders' ? 'myResponses.empty' : 'myVacancyResponses.empty'
  return (
    <EmptyState
      icon={Send}
      title={t('myResponses.empty.title')}
      text={t(`${words}.text`)}
      action={<ButtonLink to={`/search/${kind}`}>{t(`${words}.action`)}</ButtonLink>}
    />
  )
}
