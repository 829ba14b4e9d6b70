import { Ellipsis, TriangleAlert } from 'lucide-react'
import type { Payment } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const tones: Partial<Record<Payment['state'], BadgeTone>> = {
  paid: 'good',
  refund_pending: 'warn',
  pending: 'accent',
  failed: 'bad',
}

export function PaymentRow({ payment, onChoose }: { payment: Payment; onChoose: (id: number) => void }) {
  const { t, sum, moment } = useAdminFormats()
  const { id, kind, state, amount, currency, payer_name, created_at, paid_at, cases } = payment
  return (
    <div className={cx(styles.row, styles.flat)}>
      <div className="grow">
        <p className="head num">{sum(amount, currency)}</p>
        <p className="cap muted">
          {t('admin.number', { id })} · {t(`admin.payments.kind.${kind}`)} · {payer_name}
        </p>
        <p className="cap muted num">{moment(paid_at ?? created_at)}</p>
        {cases.length > 0 && (
          <p className="row cap warn">
            <TriangleAlert className="i16" />
            {cases.map((one) => t(`admin.payments.case.${one}`)).join(', ')}
          </p>
        )}
      </div>
      <Badge tone={tones[state]}>
        {t(payment.is_credited ? 'admin.payments.credited' : `admin.payments.state.${state}`)}
      </Badge>
      <IconButton
        icon={Ellipsis}
        label={t('admin.users.more', { name: t('admin.number', { id }) })}
        onClick={() => onChoose(id)}
      />
    </div>
  )
}
