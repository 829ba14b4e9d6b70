import { useQuery } from '@tanstack/react-query'
import { CreditCard, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame.tsx'
import { HealthPanel } from '#web/features/admin/health-panel.tsx'
import { Pager } from '#web/features/admin/pager.tsx'
import { PaymentRow } from '#web/features/admin/payment-row.tsx'
import { PaymentSheet } from '#web/features/admin/payment-sheet.tsx'
import styles from '#web/features/admin/section.module.css'
import { useAdminFormats } from '#web/features/admin/use-admin-formats.ts'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

const views = {
  cases: { has_case: true },
  all: {},
  paid: { state: 'paid' },
  open: { state: 'created' },
  back: { state: 'refund_pending' },
} as const
type View = keyof typeof views

/** Money: what needs a person first, then everything. */
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
  const payments = found.data?.items ?? []
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
      <ChipScroller label={t('admin.filter')}>
        {(Object.keys(views) as View[]).map((one) => (
          <Chip
            key={one}
            pressed={one === view}
            onClick={() => {
              setView(one)
              setPage(1)
            }}
          >
            {t(`admin.payments.${one}`)}
          </Chip>
        ))}
      </ChipScroller>
      {found.data && payments.length === 0 && (
        <EmptyState
          icon={CreditCard}
          title={t('admin.payments.empty.title')}
          text={t('admin.payments.empty.text')}
        />
      )}
      {payments.length > 0 && (
        <div className={styles.table}>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} onChoose={setChosen} />
          ))}
        </div>
      )}
      {found.data && <Pager pagination={found.data.pagination} onPage={setPage} />}
      <PaymentSheet payment={payments.find(({ id }) => id === chosen)} onClose={() => setChosen(null)} />
    </AdminFrame>
  )
}
