import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/client/http/api.ts'
import { type Payment, refresh } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'

type ChargebackSheetProps = { payment: Payment; open: boolean; onClose: () => void }

/**
 * Records a chargeback by the payer's bank: amount, day and reason. The server opens a payment case for it.
 */
export function ChargebackSheet({ payment, open, onClose }: ChargebackSheetProps) {
  const { t } = useAdminFormats()
  const [amount, setAmount] = useState(String(payment.amount))
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const enter = useMutation({
    mutationFn: () =>
      api('POST /api/admin/payments/:id/chargeback', {
        params: { id: payment.id },
        body: { amount, happened_at: day, reason: reason.trim() },
      }),
    onError: (error) => void showFailure(error),
    onSuccess: () => {
      onClose()
      showToast({ text: t('admin.payments.settled') })
    },
    onSettled: () => refresh('GET /api/admin/cases', 'GET /api/admin/payments', 'GET /api/admin/health'),
  })
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('admin.chargeback')}
      gripLabel={t('a11y.sheetGrip')}
      footer={
        <Button
          wide
          disabled={!day || !amount || reason.trim().length < 3}
          loading={enter.isPending}
          onClick={() => enter.mutate()}
        >
          {t('admin.chargeback.enter')}
        </Button>
      }
    >
      <Field label={t('admin.chargeback.amount')} required>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('admin.chargeback.day')} required>
        {(control) => (
          <Input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        )}
      </Field>
      <Field label={t('admin.payments.reason')} required hint={t('admin.payments.reasonHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </Sheet>
  )
}
