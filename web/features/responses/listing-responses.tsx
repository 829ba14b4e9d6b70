import { useQuery } from '@tanstack/react-query'
import { Inbox, Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import { LoadFailure } from '#web/features/listings/load-failure.tsx'
import { listingPage } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { haptic } from '#web/telegram/index.ts'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Candidate } from './candidate.tsx'
import { type Response, responsesOf, useMarkSeen } from './queries.ts'
import { ResponseCard } from './response-card.tsx'
import { inGroup, orders, type ResponseGroup, responseGroups, sorted } from './sorting.ts'

/** The responses of an order or a vacancy: all of them to its author, to anybody else their own. */
export function ListingResponses({ id, kind }: Pick<Listing, 'id' | 'kind'>) {
  const listing = useQuery(listingPage(kind, id))
  const responses = useQuery(responsesOf({ id, kind }))
  const failed = listing.error ?? responses.error
  if (failed && !responses.data)
    return (
      <LoadFailure
        error={failed}
        onRetry={() => void Promise.all([listing.refetch(), responses.refetch()])}
      />
    )
  if (!listing.data || !responses.data)
    return (
      <Page busy>
        <ListingSkeletons />
      </Page>
    )
  return <Responses listing={listing.data} responses={responses.data} />
}

function Responses({ listing, responses }: { listing: Listing; responses: Response[] }) {
  const { t } = useFormats()
  const [by, setBy] = useState('default')
  const [group, setGroup] = useState<ResponseGroup>('all')
  const isNew = useNewOnes(listing, responses)
  const isSorted = responses.some(({ status }) => status === 'shortlisted' || status === 'declined')
  const shown = sorted(
    responses.filter((response) => inGroup(response, isSorted ? group : 'all')),
    by,
  )
  return (
    <Page>
      <div className="stack stack-1" style={{ padding: '4px 4px 0' }}>
        <h1 className="title">{t('responses.title', { count: responses.length })}</h1>
        <p className="cap muted ellipsis">{listing.title}</p>
      </div>
      {isSorted && (
        <Segment<ResponseGroup>
          onPage
          label={t('responses.groups')}
          value={group}
          onChange={(next) => {
            setGroup(next)
            haptic('selection')
          }}
          options={responseGroups.map((value) => ({ value, label: t(`responses.group.${value}`) }))}
        />
      )}
      {responses.length > 1 && <Sorting by={by} onChange={setBy} />}
      {shown.map((response) =>
        listing.is_owner ? (
          <Candidate key={response.id} listing={listing} response={response} isNew={isNew(response)} />
        ) : (
          <ResponseCard key={response.id} response={response} />
        ),
      )}
      {responses.length === 0 && <NoResponses listing={listing} />}
      {responses.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={Star}
          title={t('responses.noneHere.title')}
          text={t(`responses.noneHere.${group}`)}
        />
      )}
    </Page>
  )
}

/** Opening the list marks everything in it as seen; what was new stays so until the screen is left. */
function useNewOnes({ id, kind, is_owner }: Listing, responses: Response[]) {
  const { mutate: markSeen } = useMarkSeen()
  const [fresh] = useState(() => new Set<number>())
  const unseen = responses.filter(({ status }) => status === 'no_show')
  for (const response of unseen) fresh.add(response.id)
  const count = unseen.length
  useEffect(() => {
    if (is_owner && count > 0) markSeen({ id, kind })
  }, [id, kind, is_owner, count, markSeen])
  return (response: Response) => is_owner && fresh.has(response.id)
}

function Sorting({ by, onChange }: { by: string; onChange: (by: string) => void }) {
  const { t } = useFormats()
  return (
    <ChipScroller label={t('responses.sortLabel')}>
      {Object.keys(orders).map((name) => (
        <Chip
          key={name}
          pressed={by === name}
          onClick={() => {
            onChange(name)
            haptic('selection')
          }}
        >
          {t(`responses.sort.${name}`)}
        </Chip>
      ))}
    </ChipScroller>
  )
}

function NoResponses({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  return (
    <EmptyState
      icon={Inbox}
      title={t('responses.empty.title')}
      text={t(listing.kind === 'order' ? 'responses.empty.text' : 'deal.vacancy.noResponses')}
      action={<ShareButton item={listing}>{t('responses.empty.action')}</ShareButton>}
    />
  )
}
