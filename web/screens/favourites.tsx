import { useInfiniteQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { favouriteOrders, favouritePeople, favouriteVacancies } from '#web/features/favorites/queries.ts'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import { PagedList } from '#web/features/listings/list/paged-list.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { FreelancerCard } from '#web/features/people/search/freelancer-card.tsx'
import { haptic } from '#web/telegram/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { Segment } from '#web/ui/segment.tsx'

const kinds = ['orders', 'vacancies', 'users'] as const
type Kind = (typeof kinds)[number]

/** Favourite orders, vacancies and people. The selected kind is stored in the URL. */
export default function FavouritesScreen() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const orders = useInfiniteQuery(favouriteOrders())
  const vacancies = useInfiniteQuery(favouriteVacancies())
  const users = useInfiniteQuery(favouritePeople())
  // A count that is not loaded yet is left out, and so is zero.
  const totals: Record<Kind, number | undefined> = {
    orders: orders.data?.pages[0]?.total,
    vacancies: vacancies.data?.pages[0]?.total,
    users: users.data?.pages[0]?.total,
  }
  const kind = kinds.find((name) => name === search.get('kind')) ?? 'orders'
  return (
    <Page>
      <PageTitle>{t('favourites.title')}</PageTitle>
      <Segment<Kind>
        onPage
        label={t('favourites.kind')}
        value={kind}
        onChange={(nextKind) => {
          setSearch(nextKind === 'orders' ? {} : { kind: nextKind }, { replace: true })
          haptic('selection')
        }}
        options={kinds.map((value) => ({
          value,
          label: (
            <>
              {t(`favourites.tab.${value}`)}{' '}
              {totals[value] ? <span className="muted">{totals[value]}</span> : null}
            </>
          ),
        }))}
      />
      {kind === 'orders' && <Orders />}
      {kind === 'vacancies' && <Vacancies />}
      {kind === 'users' && <People />}
    </Page>
  )
}

function Orders() {
  const ordersQuery = useInfiniteQuery(favouriteOrders())
  return (
    <PagedList
      found={ordersQuery}
      card={(order) => <FavouriteListing listing={order} />}
      empty={<NoFavourites kind="orders" />}
    />
  )
}

function Vacancies() {
  const vacanciesQuery = useInfiniteQuery(favouriteVacancies())
  return (
    <PagedList
      found={vacanciesQuery}
      card={(vacancy) => <FavouriteListing listing={vacancy} />}
      empty={<NoFavourites kind="vacancies" />}
    />
  )
}

function People() {
  const peopleQuery = useInfiniteQuery(favouritePeople())
  return (
    <PagedList
      found={peopleQuery}
      card={(person) => <FreelancerCard person={person} />}
      empty={<NoFavourites kind="users" />}
    />
  )
}

/** A closed listing stays in the list, marked as closed. */
function FavouriteListing({ listing }: { listing: Listing }) {
  const { t } = useTranslation()
  const isOpen = listing.status === 'published'
  return (
    <ListingCard plain listing={listing} note={isOpen ? undefined : t(`favourites.closed.${listing.kind}`)} />
  )
}

function NoFavourites({ kind }: { kind: Kind }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={Heart}
      title={t('favourites.empty.title')}
      text={t(kind === 'orders' ? 'favourites.empty.text' : `favourites.empty.${kind}`)}
      action={<ButtonLink to={`/search/${paths[kind]}`}>{t(`favourites.find.${kind}`)}</ButtonLink>}
    />
  )
}

const paths: Record<Kind, string> = { orders: 'orders', vacancies: 'vacancies', users: 'freelancer' }
