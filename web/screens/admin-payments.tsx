import { useQuery } from '@tanstack/react-query'
import { CreditCard, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { TablePage, ViewChips } from '#web/features/admin/frame/rows.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { PaymentRow } from '#web/features/admin/money/payment-row.tsx'
import { PaymentSheet } from '#web/features/admin/money/payment-sheet.tsx'
import { HealthPanel } from '#web/features/admin/operations/health-panel.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

const views = {
  cases: { has_case: true },
  all: {},
  paid: { state: 'paid' },
  open: { state: 'created' },
  back: { state: 'refund_pending' },
} as const
type View = keyof typeof views

/** Payments; those with a case come first. */
export default function AdminPaymentsScreen() {
  const { t } = useAdminFormats()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const payer_id = Number(params.get('payer')) || undefined
  const [view, setView] = useState<View>('all')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<number | null>(null)
  const found = useQuery({
    ...query('GET /api/admin/payments', { query: { ...views[view], page, ...(payer_id && { payer_id }) } }),
    placeholderData: (before) => before,
  })
  return (
    <AdminFrame
      adminOnly
      title={t('admin.payments')}
      action={
        <IconButton
          look="card"
          icon={TriangleAlert}
          label={t('admin.cases')}
          onClick={() => void navigate('/admin-panel/cases')}
        />
      }
    >
      <HealthPanel />
      <ViewChips
        views={(Object.keys(views) as View[]).map((one) => ({
          view: one,
          label: t(`admin.payments.${one}`),
        }))}
        shown={view}
        onShow={(one) => {
          setView(one)
          setPage(1)
        }}
      />
      <TablePage
        page={found.data}
        row={(payment) => <PaymentRow key={payment.id} payment={payment} onChoose={setChosen} />}
        onPage={setPage}
        empty={{
          icon: CreditCard,
          title: t('admin.payments.empty.title'),
          text: t('admin.payments.empty.text'),
        }}
      />
      <PaymentSheet
        payment={found.data?.items.find(({ id }) => id === chosen)}
        onClose={() => setChosen(null)}
      />
    </AdminFrame>
  )
}
