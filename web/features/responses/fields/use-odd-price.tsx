import { Scale } from 'lucide-react'
import { useRef, useState } from 'react'
import { oddPrice } from '#contract/odd-price.ts'
import { priceRangeOf, useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Order } from '#web/features/listings/types.ts'
import Dialog from '#web/ui/dialog.tsx'
import { usePriceInOrder } from './use-price-in-order.ts'

type TypedPrice = { price: string; currency: string }
type PriceQuestion = { title: string; text: string; onConfirmed: () => void }

/**
 * Asks for confirmation of a price that differs much from the budget.
 * @param onFix called when the user wants to correct the price
 */
export function useOddPriceCheck(order: Order | null, typedPrice: TypedPrice, onFix: () => void) {
  const { t, money, price: budgetOf } = useFormats()
  const price = usePriceInOrder(order, typedPrice)
  const confirmedPrice = useRef('')
  const [question, setQuestion] = useState<PriceQuestion | null>(null)
  const [answer, setAnswer] = useState<'fix' | 'send' | 'leave' | null>(null)
  const priceText = `${typedPrice.price} ${typedPrice.currency}`

  /** Calls `onConfirmed` at once if the price is usual, otherwise after the user has confirmed the price. */
  const runIfPriceConfirmed = (onConfirmed: () => void) => {
    const deviation = order && price?.about != null ? oddPrice(price.about, priceRangeOf(order)) : null
    if (!deviation || !order || price?.about == null || confirmedPrice.current === priceText)
      return onConfirmed()
    const textKey = price.isSame ? 'respond.odd.same' : 'respond.odd.text'
    setAnswer(null)
    setQuestion({
      title: t(`respond.odd.${deviation.side}`, { count: deviation.times }),
      text: t(textKey, {
        price: money(price.amount, price.from),
        about: money(price.about, price.to),
        budget: budgetOf(order),
      }),
      onConfirmed,
    })
  }
  const closeDialog = () => {
    const { onConfirmed } = question ?? {}
    setQuestion(null)
    if (answer === 'fix') onFix()
    if (answer !== 'send') return
    confirmedPrice.current = priceText
    onConfirmed?.()
  }
  const dialog = question && (
    <Dialog
      icon={Scale}
      title={question.title}
      text={question.text}
      confirm={t('respond.odd.fix')}
      cancel={t('respond.odd.send')}
      open={answer === null}
      onConfirm={() => setAnswer('fix')}
      onCancel={() => setAnswer('send')}
      onLeave={() => setAnswer('leave')}
      onClosed={closeDialog}
    />
  )
  return { guard: runIfPriceConfirmed, dialog }
}
