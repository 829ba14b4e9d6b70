import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ReplyOf } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { PagedList } from '#web/features/listings/list/paged-list.tsx'
import { ReceivedGroups } from '#web/features/responses/groups/received-groups.tsx'
import { isWaiting, receivedInvitations } from '#web/features/responses/invitations/queries.ts'
import { OwnResponseCard } from '#web/features/responses/own/own-response-card.tsx'
import { ownResponses } from '#web/features/responses/queries.ts'
import { ReceivedRequests } from '#web/features/services/received/received-requests.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { ScreenSkeleton } from '#web/ui/screen-skeleton.tsx'
import { Segment } from '#web/ui/segment.tsx'

type Kind = 'orders' | 'vacancies'

/**
 * In client mode the screen shows the responses to own listings, otherwise the own responses. A URL with a kind always
 * shows the own responses, so that a client who also responds finds them.
 */
export default function ResponsesScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const [search] = useSearchParams()
  if (!me) return <ScreenSkeleton label={t('common.loading')} bar />
  if (!me.is_client || search.has('kind')) return <OwnResponses />
  return (
    <Page bar>
      <PageTitle>{t('received.title')}</PageTitle>
      <ReceivedGroups />
    </Page>
  )
}

/** The user's own responses, newest first. The selected kind is stored in the URL. */
function OwnResponses() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const kind: Kind = search.get('kind') === 'vacancies' ? 'vacancies' : 'orders'
  const orders = useInfiniteQuery(ownResponses('order'))
  const vacancies = useInfiniteQuery(ownResponses('vacancy'))
  const tabOf = (name: string, { data }: typeof orders) => {
    const total = data?.pages[0]?.total
    return (
      <>
        {t(name)}{' '}
        {total && total.current + total.archived > 0 && <span className="muted">{total.current}</span>}
      </>
    )
  }
  return (
    <Page bar busy={orders.isPending}>
      <PageTitle action={<Invitations />}>{t('myResponses.title')}</PageTitle>
      <ReceivedRequests />
      <Segment<Kind>
        onPage
        label={t('myResponses.kind')}
        value={kind}
        onChange={(nextKind) => {
          setSearch({ kind: nextKind }, { replace: true })
          haptic('selection')
        }}
        options={[
          { value: 'orders', label: tabOf('myResponses.tabOrders', orders) },
          { value: 'vacancies', label: tabOf('myResponses.tabVacancies', vacancies) },
        ]}
      />
      <Responses key={kind} kind={kind} current={kind === 'orders' ? orders : vacancies} />
    </Page>
  )
}

/** Link to received invitations, with the number of invitations that await an answer. */
function Invitations() {
  const { t } = useTranslation()
  const { data = [] } = useQuery(receivedInvitations())
  const count = data.filter(isWaiting).length
  if (data.length === 0) return null
  return (
    // In large text the link stands below the title, in line with it.
    <ButtonLink
      small
      variant="ghost"
      to="/responses/invitations"
      style={{ marginLeft: 'calc(-1 * var(--s-2))' }}
    >
      {t('invited.list')} {count > 0 && <span className="num">{count}</span>}
    </ButtonLink>
  )
}

type ResponsesProps = {
  kind: Kind
  current: UseInfiniteQueryResult<InfiniteData<ReplyOf<'GET /api/responses'>>>
}

function Responses({ kind, current }: ResponsesProps) {
  const { t } = useTranslation()
  const [wantsArchive, setWantsArchive] = useState(false)
  const count = current.data?.pages[0]?.total.archived ?? 0
  const isArchive = wantsArchive && count > 0
  const archiveQuery = useInfiniteQuery({
    ...ownResponses(kind === 'orders' ? 'order' : 'vacancy', true),
    enabled: isArchive,
  })
  return (
    <>
      <PagedList
        found={isArchive ? archiveQuery : current}
        card={(response) => <OwnResponseCard response={response} />}
        empty={<NoResponses kind={kind} />}
      />
      {count > 0 && (
        <Button wide variant="card" onClick={() => setWantsArchive(!isArchive)}>
          {isArchive ? t('ownResponse.toCurrent') : t('ownResponse.toArchive', { count })}
        </Button>
      )}
    </>
  )
}

function NoResponses({ kind }: { kind: Kind }) {
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
