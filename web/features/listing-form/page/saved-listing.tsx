import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { ListingHero } from '#web/features/listing-page/listing-head.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { PublicationCard } from '#web/features/listings/own/publication.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { checkPath, publicationOrder } from '#web/features/payments/publication.ts'
import { statusOf } from '#web/features/payments/queries.ts'
import { roubles, usePayment } from '#web/features/payments/use-payment.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

/**
 * Confirmation after a listing is saved. The invoice is requested in advance, so that the payment page opens within the
 * user's click. Otherwise browsers block the page.
 */
export function SavedListing({ listing, me }: { listing: Listing; me: Me }) {
  const { t, money } = useFormats()
  const navigate = useNavigate()
  const status = useQuery(statusOf(me.id, listing))
  const price = status.data?.price
  const payment = usePayment({
    subject: publicationOrder(listing, price),
    money: (amount) => money(amount, roubles),
    onLeft: () => void navigate(checkPath(listing), { replace: true }),
  })
  const isKnown = price !== undefined
  const { request } = payment
  useEffect(() => {
    window.scrollTo(0, 0)
    if (isKnown) request()
  }, [isKnown, request])
  return (
    <>
      <Page bar>
        <PageTitle>
          {t(listing.kind === 'order' ? 'publish.created.title' : 'vacancyPublish.created.title')}
        </PageTitle>
        <PublicationCard listing={listing} />
        <ListingHero listing={listing} />
      </Page>
      <BottomBar>
        <Button loading={payment.state === 'asking' || !isKnown} onClick={payment.press}>
          {status.data?.is_free
            ? status.data.button_text
            : t('payment.go', { price: isKnown ? money(price, roubles) : '…' })}
        </Button>
      </BottomBar>
    </>
  )
}
