import { Ellipsis, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useIsTable } from '#web/features/admin/frame/list.tsx'
import type { Payment } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

const tones: Partial<Record<Payment['state'], BadgeTone>> = {
  paid: 'good',
  refund_pending: 'warn',
  pending: 'accent',
  failed: 'bad',
}

type PaymentRowsProps = { payments: Payment[]; onChoose: (id: number) => void }

/** Payments as a table, or as rows of a list on a narrow screen. */
export function PaymentRows({ payments, onChoose }: PaymentRowsProps) {
  const isTable = useIsTable()
  return isTable ? (
    <PaymentsTable payments={payments} onChoose={onChoose} />
  ) : (
    payments.map((one) => <PaymentRow key={one.id} payment={one} onChoose={onChoose} />)
  )
}

/** Table of payments for screens of at least 700 px. */
function PaymentsTable({ payments, onChoose }: PaymentRowsProps) {
  const { t } = useAdminFormats()
  return (
    <table className={styles.dense}>
      <thead>
        <tr>
          <th>{t('admin.payments.col.number')}</th>
          <th>{t('admin.payments.col.what')}</th>
          <th>{t('admin.payments.col.payer')}</th>
          <th className={styles.right}>{t('admin.payments.col.sum')}</th>
          <th>{t('admin.payments.col.state')}</th>
          <th>{t('admin.payments.col.time')}</th>
          <th>
            <span className="visually-hidden">{t('admin.users.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((one) => (
          <TableRow key={one.id} payment={one} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { payment: Payment; onChoose: (id: number) => void }

function TableRow({ payment, onChoose }: RowProps) {
  const { t, sum, brokenMoment } = useAdminFormats()
  const { id, kind, rail, amount, currency, payer_id, payer_name, title, created_at, paid_at } = payment
  return (
    <tr>
      <td className="muted num">{t('admin.number', { id })}</td>
      <td className={styles.widest}>
        {title && (
          <p className="clamp-2" title={title}>
            {title}
          </p>
        )}
        <DottedLine className="cap muted">
          {t(`admin.payments.kind.${kind}`)}
          {t(`admin.payments.rail.${rail}`)}
        </DottedLine>
        <OpenCases payment={payment} />
      </td>
      <td>
        <Link to={`/admin-panel/users/${payer_id}`} className={styles.link}>
          {payer_name}
        </Link>
      </td>
      <td className={cx(styles.right, styles.whole)}>{sum(amount, currency)}</td>
      <td>
        <StateBadge payment={payment} />
      </td>
      <td className="cap muted num">{brokenMoment(paid_at ?? created_at)}</td>
      <td className={styles.menu}>
        <Menu id={id} onChoose={onChoose} />
      </td>
    </tr>
  )
}

/** A payment in the list on a narrow screen. */
function PaymentRow({ payment, onChoose }: RowProps) {
  const { t, sum, moment } = useAdminFormats()
  const { id, kind, amount, currency, payer_name, created_at, paid_at } = payment
  return (
    <div className={cx(styles.row, styles.flat)}>
      <div className="grow">
        <p className="head num">{sum(amount, currency)}</p>
        <DottedLine className="cap muted">
          {t('admin.number', { id })}
          {t(`admin.payments.kind.${kind}`)}
        </DottedLine>
        <p className="cap muted">{payer_name}</p>
        <p className="cap muted num">{moment(paid_at ?? created_at)}</p>
        <OpenCases payment={payment} />
      </div>
      <StateBadge payment={payment} />
      <Menu id={id} onChoose={onChoose} />
    </div>
  )
}

function OpenCases({ payment: { cases } }: { payment: Payment }) {
  const { t } = useAdminFormats()
  if (cases.length === 0) return null
  return (
    <p className="row cap warn">
      <TriangleAlert className="i16" />
      {cases.map((one) => t(`admin.payments.case.${one}`)).join(', ')}
    </p>
  )
}

function StateBadge({ payment: { state, is_credited } }: { payment: Payment }) {
  const { t } = useAdminFormats()
  return (
    <Badge tone={tones[state]}>
      {t(is_credited ? 'admin.payments.credited' : `admin.payments.state.${state}`)}
    </Badge>
  )
}

function Menu({ id, onChoose }: { id: number; onChoose: (id: number) => void }) {
  const { t } = useAdminFormats()
  return (
    <IconButton
      icon={Ellipsis}
      label={t('admin.users.more', { name: t('admin.number', { id }) })}
      onClick={() => onChoose(id)}
    />
  )
}
