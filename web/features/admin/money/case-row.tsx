import { Ellipsis } from 'lucide-react'
import type { ReplyOf } from '#web/client/http/api.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { cx } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

export type PaymentCase = ReplyOf<'GET /api/admin/cases'>['items'][number]

/** A payment case: its kind, sums and payer, with a menu of possible acts. */
export function CaseRow({ item, onChoose }: { item: PaymentCase; onChoose: (id: number) => void }) {
  const { t, moment } = useAdminFormats()
  const sums = useCaseSums(item)
  const { id, kind, payment, invoice_id, note, opened_at, happened_at, acts, resolution, resolved_by } = item
  const about = [
    invoice_id !== null && t('admin.cases.invoice', { id: invoice_id }),
    payment?.payer_name,
    payment?.title,
  ].filter(Boolean)
  return (
    <div className={cx(styles.row, styles.flat)}>
      <div className="grow stack stack-1">
        <p className="head">{t(`admin.payments.case.${kind}`)}</p>
        <p className="sub">{t(`admin.cases.what.${kind}`)}</p>
        {sums && <p className="sub num">{sums}</p>}
        {note && <p className="cap muted">{t('admin.cases.note', { note })}</p>}
        {about.length > 0 && <p className="cap muted">{about.join(' · ')}</p>}
        <p className="cap muted num">{moment(happened_at ?? opened_at)}</p>
        {resolution && (
          <p className="cap muted">
            {t('admin.cases.resolution', { who: resolved_by ?? t('admin.cases.itself'), resolution })}
          </p>
        )}
      </div>
      {acts.length > 0 && (
        <IconButton
          icon={Ellipsis}
          label={t('admin.users.more', { name: t(`admin.payments.case.${kind}`) })}
          onClick={() => onChoose(id)}
        />
      )}
    </div>
  )
}

/** The known sums of a case in one line, expected first. */
export function useCaseSums({ expected, received }: PaymentCase): string {
  const { t, sum } = useAdminFormats()
  return [
    expected && t('admin.cases.expected', { sum: sum(expected.amount, expected.currency) }),
    received && t('admin.cases.received', { sum: sum(received.amount, received.currency) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
