import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { checkPath, publicationOrder } from './publication.ts'
import { statusOf } from './queries.ts'
import { roubles, usePayment } from './use-payment.ts'

/** Button that pays for an own listing. `label` is its text before the first click, instead of the server's text. */
export function PayButton({
  listing,
  me,
  label,
  small,
  wide,
  variant,
  isAhead = false,
  otherWay,
  onLeft,
}: {
  listing: Listing
  me: Me
  label?: (price: string) => string
  small?: boolean
  wide?: boolean
  variant?: ButtonLook['variant']
  /** True if the invoice is requested before the first click. That click then opens the payment page at once. */
  isAhead?: boolean
  /** Text of a second button for the same invoice: the payment page offers every way to pay. */
  otherWay?: string
  /** Called after the payment page was opened. */
  onLeft?: () => void
}) {
  const { t, money } = useFormats()
  const navigate = useNavigate()
  const status = useQuery(statusOf(me.id, listing))
  const price = status.data?.price
  const payment = usePayment({
    subject: publicationOrder(listing, price),
    money: (amount) => money(amount, roubles),
    onLeft: () => {
      onLeft?.()
      void navigate(checkPath(listing))
    },
  })
  const { request } = payment
  const hasPrice = price !== undefined
  useEffect(() => {
    if (isAhead && hasPrice) request()
  }, [isAhead, hasPrice, request])
  /** Loads the price again. The payment is not requested until the price is loaded. */
  const reloadPrice = async () => {
    const { error } = await status.refetch()
    if (error) await showFailure(error)
  }
  const priceText = price === undefined ? '' : money(price, roubles)
  const initialLabel = label && !status.data?.is_free ? label(priceText) : status.data?.button_text
  const isLoading = payment.state === 'asking' || (status.isFetching && !status.data)
  const press = () => (status.data ? payment.press() : void reloadPrice())
  return (
    <>
      <Button small={small} wide={wide} variant={variant} loading={isLoading} onClick={press}>
        {payment.state === 'ready' && !isAhead
          ? t('payment.go', { price: priceText })
          : (initialLabel ?? t('action.publish', { price: '' }))}
      </Button>
      {otherWay && (
        <Button small={small} wide={wide} variant="card" loading={isLoading} onClick={press}>
          {otherWay}
        </Button>
      )}
    </>
  )
}
