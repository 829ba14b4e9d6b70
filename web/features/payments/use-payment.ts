import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api, type InputOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { launch } from '#web/telegram/index.ts'
import { isInvoiceLink } from '#web/telegram/requests.ts'
import { showToast } from '#web/ui/overlays.ts'
import { openPayment } from './open-payment.ts'
import { refreshPublicationStatus } from './queries.ts'

/** Currency of all payments. */
export const roubles = { code: 'RUB', symbol: '₽' }

type Subject = InputOf<'POST /pay/generate-payment-robokassa'>['body']
type PaymentOptions = {
  subject: Subject
  /** Formats an amount for the toast that says that the price has changed. */
  money: (amount: number) => string
  /** Called after the payment page was opened, or at once if nothing has to be paid. */
  onLeft: () => void
}

/**
 * State of the pay button. The first click requests the invoice and shows a loading state for a minimum time. The
 * second click opens the payment page, because Telegram opens external links only within a second of a tap. An invoice
 * in Stars opens in the app without a second click.
 */
export function usePayment({ subject, money, onLeft }: PaymentOptions) {
  const { t } = useTranslation()
  const [link, setLink] = useState<string | null>(null)

  const openPaymentPage = async (url: string) => {
    if (await openPayment(url)) onLeft()
  }

  const invoice = useMutation({
    /** `_isPressed` is true if a click requested the invoice, and false if it is requested in advance. */
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
        if (isPressed && isInvoiceLink(reply.payment_url)) void openPaymentPage(reply.payment_url)
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
    /** `ready` means that the next click opens the payment page. */
    state: invoice.isPending ? ('asking' as const) : link ? ('ready' as const) : ('idle' as const),
    request: useCallback(() => invoice.mutate(false), [invoice.mutate]),
    press: () => (link ? void openPaymentPage(link) : invoice.mutate(true)),
  }
}
