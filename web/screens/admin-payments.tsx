import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { PaymentSheet } from '#web/features/admin/money/payments.tsx'
import { PaymentRows } from '#web/features/admin/money/payments-table.tsx'
import { HealthPanel } from '#web/features/admin/operations/health-panel.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

const views = {
  cases: { has_case: true },
  all: {},
  paid: { state: 'paid' },
  open: { state: 'created' },
  back: { state: 'refund_pending' },
} as const
type View = keyof typeof views

/** List of payments, newest first, and below it the figures for operators. */
export default function AdminPaymentsScreen() {
  const { t } = useAdminFormats()
  const [params] = useSearchParams()
  const payer_id = Number(params.get('payer')) || undefined
  const [view, setView] = useState<View>('all')
  const filter = { ...views[view], ...(payer_id && { payer_id }) }
  return (
    <AdminFrame
      adminOnly
      title={t('admin.payments')}
      note={t('admin.order.newest')}
      action={
        <ButtonLink small variant="card" to="/admin-panel/cases">
          {t('admin.cases')}
        </ButtonLink>
      }
    >
      <ViewChips
        views={Object.keys(views) as View[]}
        label={(one) => t(`admin.payments.${one}`)}
        shown={view}
        onShow={setView}
      />
      <AdminList
        filter={view}
        query={(page) => query('GET /api/admin/payments', { query: { ...filter, page } })}
        rows={(payments, onChoose) => <PaymentRows payments={payments} onChoose={onChoose} />}
        sheet={(chosen, onClose) => <PaymentSheet payment={chosen} onClose={onClose} />}
        empty={{
          icon: CreditCard,
          title: t('admin.payments.empty.title'),
          text: t('admin.payments.empty.text'),
        }}
      />
      <HealthPanel />
    </AdminFrame>
  )
}
