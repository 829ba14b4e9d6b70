import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import styles from './pay-button.module.css'
import { checkPath, publicationOrder } from './publication.ts'
import { statusOf } from './queries.ts'
import { roubles, usePayment } from './use-payment.ts'

/**
 * Button that pays for an own listing. `label` is its text before the first click, instead of the server's text. While
 * the price or an invoice loads that nobody asked for, the buttons keep their texts and cannot be pressed.
 */
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
  const [pressed, setPressed] = useState<'main' | 'other' | null>(null)
  const isWaiting = payment.state === 'asking' || (status.isFetching && !status.data)
  /** Only the pressed button spins while it waits. The other one cannot be pressed meanwhile. */
  const waitOf = (button: 'main' | 'other') => ({
    loading: isWaiting && pressed === button,
    disabled: isWaiting && pressed !== button,
    onClick: () => {
      setPressed(button)
      if (status.data) payment.press()
      else void reloadPrice()
    },
  })
  const mainText = initialLabel ?? t('action.publish', { price: '' })
  return (
    <>
      <Button small={small} wide={wide} variant={variant} {...waitOf('main')}>
        <PayWords
          text={
            payment.state === 'ready' && !isAhead
              ? t('payment.go', { price: priceText })
              : // Without the price, the text ends before the dot.
                mainText.replace(/[\s·]+$/, '')
          }
        />
      </Button>
      {otherWay && (
        <Button small={small} wide={wide} variant="card" {...waitOf('other')}>
          {otherWay}
        </Button>
      )}
    </>
  )
}

/** Text of a payment button. With large text it may break at its dot, which is not drawn then. */
function PayWords({ text }: { text: string }) {
  const [act, price] = text.split(/\s·\s/)
  if (!price) return text
  return (
    <span>
      <span className="unbroken">{act}</span>
      <span className={styles.dot}>
        {' '}
        <span className="visually-hidden">·</span>
      </span>{' '}
      <span className="unbroken">{price}</span>
    </span>
  )
}
