import { Rocket } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { responseTypes } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { roubles, usePayment } from '#web/features/payments/use-payment.ts'
import { Button } from '#web/ui/button.tsx'
import { BoostPlaces } from './boost-places.tsx'

type BoostableResponse = { id: number; response_type: number; place: number | null }
type BoostButtonProps = { listing: Listing; response: BoostableResponse; onLeft?: () => void }

/**
 * Button that pays for a boost of a response. It is shown for a response that is not boosted, or whose boost was not
 * paid.
 */
export function BoostButton({ listing, response, onLeft }: BoostButtonProps) {
  const { t, money } = useFormats()
  const navigate = useNavigate()
  const stake = isOrder(listing) ? (listing.response_stake ?? 0) : 0
  const payment = usePayment({
    subject: {
      payment_type: 'response',
      response_id: response.id,
      amount: stake,
      currency: 'RUB',
      payment_method: 'robokassa',
    },
    money: (amount) => money(amount, roubles),
    onLeft: () => {
      onLeft?.()
      void navigate(`/payment/check?response=${response.id}`)
    },
  })
  const isNotBoosted = response.response_type !== responseTypes.boosted
  if (!isOrder(listing) || !listing.is_active || stake === 0 || !isNotBoosted) return null
  const { place } = response
  const { boost_place: placeAfterBoost, boost_slots_free: freeSlots } = listing
  // A boost that would not improve the position is not offered.
  if (place === null || placeAfterBoost === null || placeAfterBoost >= place) return null
  const price = money(stake, roubles)
  return (
    <div className="stack stack-1">
      <Button wide variant="boost" icon={Rocket} loading={payment.state === 'asking'} onClick={payment.press}>
        {payment.state === 'ready' ? t('payment.go', { price }) : t('boostPayment.lift', { price })}
      </Button>
      <BoostPlaces placeNow={place} placeAfter={placeAfterBoost} free={freeSlots} />
    </div>
  )
}
