import { BanknoteArrowDown, Landmark, RefreshCw, Ticket } from 'lucide-react'
import { useState } from 'react'
import { reasonLength } from '#contract/rejection.ts'
import { api } from '#web/client/http/api.ts'
import type { Payment } from '#web/features/admin/frame/queries.ts'
import { useStaffAct } from '#web/features/admin/frame/staff-act.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { TextSheet } from '#web/features/moderation/ask-sheet.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField, TextareaField } from '#web/ui/form-field.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type Compensation = 'refund' | 'credit'

/** Buttons of a payment: check its state again, refund it, or credit a free publication. */
export function PaymentSheet({ payment, onClose }: { payment: Payment | undefined; onClose: () => void }) {
  const { t, sum } = useAdminFormats()
  const [how, setHow] = useState<Compensation | null>(null)
  const [isChargebackOpen, setChargebackOpen] = useState(false)
  const onActDone = () => {
    setHow(null)
    onClose()
  }
  const staff = useStaffAct(onActDone, 'GET /api/admin/payments', 'GET /api/admin/health')
  if (!payment) return null
  const { id, state, amount, currency, is_credited } = payment
  const params = { id }
  const isCheckable = state === 'created' || state === 'pending' || state === 'expired'
  const checkPayment = () =>
    staff.act(
      () => api('POST /api/admin/payments/:id/check', { params }),
      ({ is_asked }) => t(is_asked ? 'admin.payments.checked' : 'admin.payments.unasked'),
    )
  const isRefundable = amount > 0 && (state === 'paid' || state === 'refund_pending')
  return (
    <>
      <Sheet
        open={how === null && !isChargebackOpen}
        onClose={onClose}
        title={`${t('admin.number', { id })} · ${sum(amount, currency)}`}
      >
        <List icons>
          {isCheckable && (
            <Cell inPlace icon={RefreshCw} title={t('admin.payments.check')} onClick={checkPayment} />
          )}
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
        isBusy={staff.isBusy}
        onSubmit={(reason) =>
          how &&
          staff.actConfirmed(
            () => api('POST /api/admin/payments/:id/compensate', { params, body: { how, reason } }),
            t('admin.payments.settled'),
          )
        }
      />
    </>
  )
}

type ChargebackSheetProps = { payment: Payment; open: boolean; onClose: () => void }

/**
 * Records a chargeback by the payer's bank: amount, day and reason. The server opens a payment case for it.
 */
function ChargebackSheet({ payment, open, onClose }: ChargebackSheetProps) {
  const { t } = useAdminFormats()
  const [amount, setAmount] = useState(String(payment.amount))
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const staff = useStaffAct(
    onClose,
    'GET /api/admin/cases',
    'GET /api/admin/payments',
    'GET /api/admin/health',
  )
  const enterRefund = () =>
    staff.act(
      () =>
        api('POST /api/admin/payments/:id/chargeback', {
          params: { id: payment.id },
          body: { amount, happened_at: day, reason: reason.trim() },
        }),
      t('admin.payments.settled'),
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('admin.chargeback')}
      footer={
        <Button
          wide
          disabled={!day || !amount || reason.trim().length < 3}
          loading={staff.isBusy}
          onClick={enterRefund}
        >
          {t('admin.chargeback.enter')}
        </Button>
      }
    >
      <InputField
        label={t('admin.chargeback.amount')}
        required
        inputMode="decimal"
        value={amount}
        onValue={setAmount}
      />
      <InputField label={t('admin.chargeback.day')} required type="date" value={day} onValue={setDay} />
      <TextareaField
        label={t('admin.payments.reason')}
        required
        hint={t('admin.payments.reasonHint')}
        rows={3}
        maxLength={500}
        value={reason}
        onValue={setReason}
      />
    </Sheet>
  )
}
