import {
  BanknoteArrowDown,
  BanknoteArrowUp,
  Check,
  CircleCheck,
  Ellipsis,
  type LucideIcon,
  RefreshCw,
  Ticket,
} from 'lucide-react'
import { useState } from 'react'
import { reasonLength } from '#contract/rejection.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useStaffAct } from '#web/features/admin/frame/staff-act.ts'
import { unbroken, useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { TextSheet } from '#web/features/moderation/ask-sheet.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type Act = PaymentCase['acts'][number]
type FinishingAct = Exclude<Act, 'check'>

const icons: Record<Act, LucideIcon> = {
  check: RefreshCw,
  apply: Check,
  credit: Ticket,
  returned: BanknoteArrowUp,
  accept: CircleCheck,
  refund: BanknoteArrowDown,
}

type CaseSheetProps = { found: PaymentCase; onClose: () => void }

/**
 * The acts that are possible for a payment case now. Every act except `check` needs a reason and a confirmation in the
 * bot.
 */
export function CaseSheet({ found, onClose }: CaseSheetProps) {
  const { t } = useAdminFormats()
  const sums = useCaseSums(found)
  const [act, setAct] = useState<FinishingAct | null>(null)
  const staff = useStaffAct(
    onClose,
    'GET /api/admin/cases',
    'GET /api/admin/payments',
    'GET /api/admin/health',
  )
  const params = { id: found.id }
  const chooseAct = (one: Act) =>
    one === 'check'
      ? staff.act(() => api('POST /api/admin/cases/:id/check', { params }), t('admin.payments.checked'))
      : setAct(one)
  return (
    <>
      <Sheet open={act === null} onClose={onClose} title={t(`admin.payments.case.${found.kind}`)}>
        <p className="sub muted">{t(`admin.cases.what.${found.kind}`)}</p>
        {sums.length > 0 && <DottedLine className="sub muted num">{sums}</DottedLine>}
        <List icons>
          {found.acts.map((one) => (
            <Cell
              key={one}
              inPlace={one === 'check'}
              bad={one === 'refund'}
              icon={icons[one]}
              title={t(`admin.cases.act.${one}`)}
              onClick={() => chooseAct(one)}
            />
          ))}
        </List>
      </Sheet>
      <TextSheet
        key={act}
        open={act !== null}
        onClose={() => setAct(null)}
        title={t(`admin.cases.act.${act ?? 'accept'}`)}
        text={t(`admin.cases.effect.${act ?? 'accept'}`)}
        label={t('admin.payments.reason')}
        hint={t('admin.payments.reasonHint')}
        submit={t(`admin.cases.act.${act ?? 'accept'}`)}
        destructive={act === 'refund'}
        {...reasonLength}
        isBusy={staff.isBusy}
        onSubmit={(reason) =>
          act &&
          staff.actConfirmed(
            () => api('POST /api/admin/cases/:id/finish', { params, body: { act, reason } }),
            t('admin.payments.settled'),
          )
        }
      />
    </>
  )
}

type PaymentCase = ReplyOf<'GET /api/admin/cases'>['items'][number]

/** A payment case: its kind, sums and payer, with a menu of possible acts. */
export function CaseRow({ item, onChoose }: { item: PaymentCase; onChoose: (id: number) => void }) {
  const { t, moment } = useAdminFormats()
  const sums = useCaseSums(item)
  const { id, kind, payment, invoice_id, note, opened_at, happened_at, acts, resolution, resolved_by } = item
  return (
    <div className={cx(styles.row, styles.flat)}>
      <div className="grow stack stack-1">
        <p className="head">{t(`admin.payments.case.${kind}`)}</p>
        <p className="sub">{t(`admin.cases.what.${kind}`)}</p>
        {sums.length > 0 && <DottedLine className="sub num">{sums}</DottedLine>}
        {note && <p className="cap muted">{t('admin.cases.note', { note })}</p>}
        {(invoice_id !== null || payment) && (
          <DottedLine className="cap muted">
            {invoice_id !== null && t('admin.cases.invoice', { id: invoice_id })}
            {payment?.payer_name}
            {payment?.title}
          </DottedLine>
        )}
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

/** The known amounts of a payment case, each in one piece. The expected amount comes first. */
function useCaseSums({ expected, received }: PaymentCase): string[] {
  const { t, sum } = useAdminFormats()
  return [
    expected && t('admin.cases.expected', { sum: sum(expected.amount, expected.currency) }),
    received && t('admin.cases.received', { sum: sum(received.amount, received.currency) }),
  ].flatMap((text) => (text ? [unbroken(text)] : []))
}
