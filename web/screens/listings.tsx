import { useInfiniteQuery } from '@tanstack/react-query'
import { ClipboardList, Plus } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { type Found, PagedList } from '#web/features/listings/list/paged-list.tsx'
import { ownListings } from '#web/features/listings/list-queries.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { OwnListingCard } from '#web/features/own-listings/own-card.tsx'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { Segment } from '#web/ui/segment.tsx'

type Kind = 'orders' | 'vacancies'
const createPaths = { orders: '/order/create', vacancies: '/vacancy/create' }

/** Own listings of both kinds. The selected kind is stored in the URL. */
export default function ListingsScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const [search, setSearch] = useSearchParams()
  const kind: Kind = search.get('kind') === 'vacancies' ? 'vacancies' : 'orders'
  const chooseKind = (nextKind: Kind) => {
    setSearch(nextKind === 'orders' ? {} : { kind: nextKind }, { replace: true })
    haptic('selection')
  }
  return (
    <Page bar busy={!me}>
      <PageTitle
        action={
          <ButtonLink small icon={Plus} to={createPaths[kind]}>
            {t('listings.create')}
          </ButtonLink>
        }
      >
        {t('listings.title')}
      </PageTitle>
      {me ? <OwnListings me={me} kind={kind} onKind={chooseKind} /> : <ListingSkeletons />}
    </Page>
  )
}

type OwnProps = { me: Me; kind: Kind; onKind: (kind: Kind) => void }

function OwnListings({ me, kind, onKind }: OwnProps) {
  const { t } = useTranslation()
  const orders = useInfiniteQuery(ownListings('order', me.id))
  const vacancies = useInfiniteQuery(ownListings('vacancy', me.id))
  const list: Found<Listing> = kind === 'orders' ? orders : vacancies
  // While there are pages to load, the numbers of the groups are not known.
  const allListings = list.hasNextPage ? undefined : list.data?.pages.flatMap((page) => page.items)
  const tabLabel = (name: string, total?: number) => (
    <>
      {t(name)} {total ? <span className="muted">{total}</span> : null}
    </>
  )
  return (
    <>
      <Segment<Kind>
        onPage
        label={t('listings.kind')}
        value={kind}
        onChange={onKind}
        options={[
          { value: 'orders', label: tabLabel('listings.tabOrders', orders.data?.pages[0]?.total) },
          { value: 'vacancies', label: tabLabel('listings.tabVacancies', vacancies.data?.pages[0]?.total) },
        ]}
      />
      <PagedList
        found={list}
        order={waitingFirst}
        card={(listing, before) => (
          <>
            <GroupHead listing={listing} before={before} all={allListings} />
            <OwnListingCard listing={listing} me={me} />
          </>
        )}
        empty={<NoListings kind={kind} />}
      />
    </>
  )
}

/** Statuses in which a listing waits for an act of its author. */
const waitingStatuses: ListingStatus[] = ['draft', 'awaiting_payment', 'rejected', 'expired']

const isWaiting = (listing: Listing) =>
  waitingStatuses.includes(listing.status) ||
  listing.new_responses > 0 ||
  listing.request_state === 'countered' ||
  (isOrder(listing) && listing.status === 'in_progress' && listing.deal?.handed_in_at != null)

/** Moves the listings that wait for an act of their author to the start. */
const waitingFirst = (listings: Listing[]) =>
  listings.toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)))

type GroupHeadProps = {
  listing: Listing
  before: Listing | undefined
  /** All listings of the list, if all are loaded. */
  all: Listing[] | undefined
}

/** Heading with a number above the first listing that waits for its author, and above the first one that does not. */
function GroupHead({ listing, before, all }: GroupHeadProps) {
  const { t } = useTranslation()
  const isFirst = before === undefined
  if (isFirst ? !isWaiting(listing) : isWaiting(listing) || !isWaiting(before)) return null
  const count = all?.filter((other) => isWaiting(other) === isFirst).length
  return (
    <h2 className="head" style={{ padding: '0 var(--s-1)' }}>
      {t(isFirst ? 'listings.waiting' : 'listings.others')} <span className="muted num">{count}</span>
    </h2>
  )
}

function NoListings({ kind }: { kind: Kind }) {
  const { t } = useTranslation()
  const words = kind === 'orders' ? 'listings.empty' : 'listings.emptyVacancies'
  return (
    <EmptyState
      icon={ClipboardList}
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
      action={<ButtonLink to={createPaths[kind]}>{t(`${words}.action`)}</ButtonLink>}
    />
  )
}
