import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useFormats } from '#web/features/listings/use-formats.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { Button } from '#web/ui/button.tsx'
import { publicationStatus } from './queries.ts'
import { roubles, usePayment } from './use-payment.ts'

/** Pays for the publication of an own order; `label` overrides the server's words for the first press. */
export function PayButton({
  orderId,
  me,
  label,
  small,
  wide,
}: {
  orderId: number
  me: Me
  label?: (price: string) => string
  small?: boolean
  wide?: boolean
}) {
  const { t, money } = useFormats()
  const navigate = useNavigate()
  const status = useQuery(publicationStatus(me.id))
  const price = status.data?.price
  const payment = usePayment({
    subject: {
      payment_type: 'project',
      project_id: orderId,
      amount: price,
      currency: 'RUB',
      payment_method: 'robokassa',
    },
    money: (amount) => money(amount, roubles),
    onLeft: () => void navigate(`/payment/check?order=${orderId}`),
  })
  const written = price === undefined ? '' : money(price, roubles)
  const first = label ? label(written) : status.data?.button_text
  return (
    <Button
      small={small}
      wide={wide}
      loading={payment.state === 'asking' || !status.data}
      onClick={payment.press}
    >
      {payment.state === 'ready'
        ? t('payment.go', { price: written })
        : (first ?? t('action.publish', { price: '' }))}
    </Button>
  )
}
