import { Scale } from 'lucide-react'
import { useRef, useState } from 'react'
import { oddPrice } from '#contract/odd-price.ts'
import { priceEnds, useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Order } from '#web/features/listings/types.ts'
import Dialog from '#web/ui/dialog.tsx'
import { usePriceInOrder } from './use-price-in-order.ts'

type TypedPrice = { price: string; currency: string }
type Question = { title: string; text: string; then: () => void }

/**
 * Asks for confirmation of a price far from the budget.
 * @param onFix called when the user wants to correct the price
 */
export function useOddPriceCheck(order: Order | null, typed: TypedPrice, onFix: () => void) {
  const { t, money, price: budgetOf } = useFormats()
  const price = usePriceInOrder(order, typed)
  const confirmed = useRef('')
  const [question, setQuestion] = useState<Question | null>(null)
  const [answer, setAnswer] = useState<'fix' | 'send' | 'leave' | null>(null)
  const name = `${typed.price} ${typed.currency}`

  /** Calls `then` at once, or after the user confirmed the price. */
  const guard = (then: () => void) => {
    const odd = order && price?.about != null ? oddPrice(price.about, priceEnds(order)) : null
    if (!odd || !order || price?.about == null || confirmed.current === name) return then()
    const words = price.isSame ? 'respond.odd.same' : 'respond.odd.text'
    setAnswer(null)
    setQuestion({
      title: t(`respond.odd.${odd.side}`, { count: odd.times }),
      text: t(words, {
        price: money(price.amount, price.from),
        about: money(price.about, price.to),
        budget: budgetOf(order),
      }),
      then,
    })
  }
  const close = () => {
    const { then } = question ?? {}
    setQuestion(null)
    if (answer === 'fix') onFix()
    if (answer !== 'send') return
    confirmed.current = name
    then?.()
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
      onClosed={close}
    />
  )
  return { guard, dialog }
}
