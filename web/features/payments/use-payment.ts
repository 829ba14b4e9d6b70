import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api, type InputOf } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { isInvoiceLink } from '#web/telegram/asking.ts'
import { launch } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'
import { openPayment } from './open-payment.ts'
import { refreshPublicationStatus } from './queries.ts'

/** What the platform charges in. */
export const roubles = { code: 'RUB', symbol: '₽' }

type Subject = InputOf<'POST /pay/generate-payment-robokassa'>['body']
type PaymentOptions = {
  subject: Subject
  /** How a sum is written for the reader, for the notice that the price has changed. */
  money: (amount: number) => string
  /** Runs after the payment page was opened, or at once when nothing is to be paid. */
  onLeft: () => void
}

/**
 * The pay button. Its first press loads for the specified second and asks for the invoice meanwhile; then the
 * same button opens the payment page inside the person's own second tap, because Telegram allows an outside
 * link only within a second of a tap. An invoice in Stars needs no second tap: it opens over the app.
 */
export function usePayment({ subject, money, onLeft }: PaymentOptions) {
  const { t } = useTranslation()
  const [link, setLink] = useState<string | null>(null)

  const open = async (url: string) => {
    if (await openPayment(url)) onLeft()
  }

  const invoice = useMutation({
    /** Pressed: the person asked just now; else the invoice is only made ready for their press. */
    mutationFn: async (_isPressed: boolean) => {
      const [reply] = await Promise.all([
        api('POST /pay/generate-payment-robokassa', { body: { ...subject, platform: launch.platform } }),
        new Promise((resolve) => setTimeout(resolve, limits.payButton.ms)),
      ])
      return reply
    },
    onSuccess: (reply, isPressed) => {
      if (reply.state === 'paid') onLeft()
      else if (!reply.payment_url) showToast({ text: t('payment.noUrl'), tone: 'bad' })
      else {
        setLink(reply.payment_url)
        if (isPressed && isInvoiceLink(reply.payment_url)) void open(reply.payment_url)
      }
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'amount_mismatch') {
        void refreshPublicationStatus()
        showToast({
          text: t('payment.amountChanged', { price: money(Number(error.details?.expected)) }),
          tone: 'bad',
        })
      } else void showFailure(error)
    },
  })

  return {
    /** `ready`: the next press opens the payment page. */
    state: invoice.isPending ? ('asking' as const) : link ? ('ready' as const) : ('idle' as const),
    request: useCallback(() => invoice.mutate(false), [invoice.mutate]),
    press: () => (link ? void open(link) : invoice.mutate(true)),
  }
}
