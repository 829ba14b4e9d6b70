import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Inbox, Send } from 'lucide-react'
import { useState } from 'react'
import { type ReceivedGroup, receivedGroups, receivedStatuses } from '#contract/options.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { countSent, ownResponses } from '#web/features/responses/queries.ts'
import { haptic } from '#web/telegram/index.ts'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { NothingReceived } from './nothing-received.tsx'
import { type Received, receivedResponses } from './queries.ts'
import { ReceivedListingCard } from './received-listing.tsx'

/** Responses to all own listings of a client, grouped by listing. Chips above them choose which responses are shown. */
export function ReceivedGroups() {
  const { t } = useFormats()
  const [chosenGroup, setGroup] = useState<ReceivedGroup>()
  const all = useQuery(receivedResponses('all'))
  const totals = all.data && totalsOf(all.data)
  const group = chosenGroup ?? (totals?.new ? 'new' : 'all')
  const shown = useQuery({ ...receivedResponses(group), enabled: totals !== undefined })
  if (all.isError && !all.data) return <ListFailure error={all.error} onRetry={() => void all.refetch()} />
  if (!all.data || !totals) return <ListingSkeletons />
  const listings = withGroup((shown.data ?? onlyGroup(all.data, group)).listings, group)
  return (
    <>
      {all.data.listings.length === 0 ? (
        <NothingReceived newestOpen={all.data.newest_open} />
      ) : (
        <>
          <ChipScroller label={t('responses.groups')}>
            {receivedGroups.map((name) => (
              <Chip
                key={name}
                pressed={name === group}
                onClick={() => {
                  setGroup(name)
                  haptic('selection')
                }}
              >
                {t(`received.group.${name}`, { number: totals[name] })}
              </Chip>
            ))}
          </ChipScroller>
          {listings.map((listing) => (
            <ReceivedListingCard key={listing.id} listing={listing} group={group} />
          ))}
          {listings.length === 0 && (
            <EmptyState
              icon={Inbox}
              title={t('responses.noneHere.title')}
              text={t(`received.noneHere.${group}`)}
            />
          )}
        </>
      )}
      <OwnResponsesLink />
    </>
  )
}

/** Returns the number of responses that each chip would show, over all listings. */
function totalsOf({ listings }: Received): Record<ReceivedGroup, number> {
  const sum = (group: ReceivedGroup) => listings.reduce((total, { counts }) => total + counts[group], 0)
  return { new: sum('new'), waiting: sum('waiting'), shortlisted: sum('shortlisted'), all: sum('all') }
}

/**
 * Keeps the responses of one group. The chosen chip and the shown responses so agree before the server has answered for
 * this group.
 */
export function onlyGroup(received: Received, group: ReceivedGroup): Received {
  if (group === 'all') return received
  const statuses = receivedStatuses[group]
  const listings = received.listings.map((listing) => ({
    ...listing,
    responses: listing.responses.filter(({ status }) => statuses.includes(status)),
  }))
  return { ...received, listings }
}

/** Keeps the listings that have responses of the group: the number on a chip is the number of rows below it. */
export const withGroup = (listings: Received['listings'], group: ReceivedGroup) =>
  group === 'all' ? listings : listings.filter(({ counts }) => counts[group] > 0)

/** Link to the client's own responses, for a client who has also responded to listings of others. */
function OwnResponsesLink() {
  const { t } = useFormats()
  const toOrders = useInfiniteQuery(ownResponses('order')).data?.pages[0]
  const toVacancies = useInfiniteQuery(ownResponses('vacancy')).data?.pages[0]
  const kind = countSent(toOrders) > 0 ? 'orders' : countSent(toVacancies) > 0 && 'vacancies'
  if (!kind) return null
  return (
    <List icons>
      <Cell icon={Send} to={`/responses?kind=${kind}`} title={t('myResponses.title')} />
    </List>
  )
}
