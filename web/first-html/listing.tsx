import { ListingHero } from '#web/features/listing-page/listing-head.tsx'
import { ListingFigures } from '#web/features/listing-page/listing-panel.tsx'
import { OrderFacts, OrderTask } from '#web/features/listing-page/order-sections.tsx'
import { VacancyFacts, VacancyTexts } from '#web/features/listing-page/vacancy-sections.tsx'
import { PersonCard } from '#web/features/listings/card/person-card.tsx'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { Page } from '#web/ui/page.tsx'

/** Public page of a listing, without the buttons that need the application. */
export function PublicListing({ listing }: { listing: Listing }) {
  return (
    <Page bar>
      <ListingHero listing={listing} />
      <ListingFigures listing={listing} />
      <PersonCard person={listing.author} record={listing.author_record} />
      {isOrder(listing) ? (
        <OrderTask order={listing} />
      ) : (
        <>
          <VacancyFacts vacancy={listing} />
          <VacancyTexts vacancy={listing} />
        </>
      )}
      {isOrder(listing) && <OrderFacts order={listing} />}
    </Page>
  )
}
