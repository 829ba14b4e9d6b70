import { useMutation } from '@tanstack/react-query'
import { BanknoteArrowDown, Landmark, RefreshCw, Ticket } from 'lucide-react'
import { useState } from 'react'
import { reasonLength } from '#contract/rejection.ts'
import { api } from '#web/client/http/api.ts'
import { withConfirmation } from '#web/features/admin/frame/confirmed-call.ts'
import { type Payment, refresh } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { TextSheet } from '#web/features/moderation/ask-sheet.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChargebackSheet } from './chargeback-sheet.tsx'

type Compensation = 'refund' | 'credit'

/** Acts for a payment: check its state again, refund, or credit a free publication. */
export function PaymentSheet({ payment, onClose }: { payment: Payment | undefined; onClose: () => void }) {
  const { t, sum } = useAdminFormats()
  const [how, setHow] = useState<Compensation | null>(null)
  const [isChargebackOpen, setChargebackOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => void showFailure(error),
    onSettled: () => refresh('GET /api/admin/payments', 'GET /api/admin/health'),
  })
  if (!payment) return null
  const { id, state, amount, currency, is_credited } = payment
  const params = { id }
  const run = (call: () => Promise<unknown>, text: string) =>
    mutation.mutate(call, {
      onSuccess: () => {
        setHow(null)
        onClose()
        showToast({ text })
      },
    })
  const isCheckable = state === 'created' || state === 'pending' || state === 'expired'
  const check = () =>
    mutation.mutate(() => api('POST /api/admin/payments/:id/check', { params }), {
      onSuccess: (answer) => {
        onClose()
        const { is_asked } = answer as { is_asked: boolean }
        showToast({ text: t(is_asked ? 'admin.payments.checked' : 'admin.payments.unasked') })
      },
    })
  const isRefundable = amount > 0 && (state === 'paid' || state === 'refund_pending')
  return (
    <>
      <Sheet
        open={how === null && !isChargebackOpen}
        onClose={onClose}
        title={`${t('admin.number', { id })} · ${sum(amount, currency)}`}
        gripLabel={t('a11y.sheetGrip')}
      >
        <List icons>
          {isCheckable && <Cell inPlace icon={RefreshCw} title={t('admin.payments.check')} onClick={check} />}
          {isRefundable && !is_credited && (
            <Cell icon={Ticket} title={t('admin.payments.credit')} onClick={() => setHow('credit')} />
          )}
          {isRefundable && (
            <Cell
              bad
              icon={BanknoteArrowDown}
              title={t('admin.payments.refund')}
              onClick={() => setHow('refund')}
            />
          )}
          {state === 'paid' && amount > 0 && currency === 'RUB' && (
            <Cell icon={Landmark} title={t('admin.chargeback')} onClick={() => setChargebackOpen(true)} />
          )}
        </List>
      </Sheet>
      <ChargebackSheet
        key={`chargeback-${id}`}
        payment={payment}
        open={isChargebackOpen}
        onClose={() => {
          setChargebackOpen(false)
          onClose()
        }}
      />
      <TextSheet
        key={how}
        open={how !== null}
        onClose={() => setHow(null)}
        title={t(`admin.payments.${how ?? 'refund'}`)}
        text={t(`admin.payments.${how ?? 'refund'}.text`, { price: sum(amount, currency) })}
        label={t('admin.payments.reason')}
        hint={t('admin.payments.reasonHint')}
        submit={t(`admin.payments.${how ?? 'refund'}`)}
        destructive={how === 'refund'}
        {...reasonLength}
        isBusy={mutation.isPending}
        onSubmit={(reason) =>
          how &&
          run(
            () =>
              withConfirmation(
                () => api('POST /api/admin/payments/:id/compensate', { params, body: { how, reason } }),
                t('admin.press'),
              ),
            t('admin.payments.settled'),
          )
        }
      />
    </>
  )
}
