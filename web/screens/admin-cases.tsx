import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type PaymentCaseKind, paymentCaseKinds } from '#contract/payment-cases.ts'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { TablePage, ViewChips } from '#web/features/admin/frame/rows.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { CaseRow } from '#web/features/admin/money/case-row.tsx'
import { CaseSheet } from '#web/features/admin/money/case-sheet.tsx'
import { RegisterCard } from '#web/features/admin/money/register-card.tsx'
import { ReportCard } from '#web/features/admin/reports/report-card.tsx'

type View = 'open' | 'resolved' | PaymentCaseKind
const views: View[] = ['open', 'resolved', ...paymentCaseKinds]

/** Payment cases that need attention, each with its possible resolutions. */
export default function AdminCasesScreen() {
  const { t } = useAdminFormats()
  const [view, setView] = useState<View>('open')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<number | null>(null)
  const filter = view === 'open' || view === 'resolved' ? { state: view } : { kind: view }
  const found = useQuery({
    ...query('GET /api/admin/cases', { query: { ...filter, page } }),
    placeholderData: (before) => before,
  })
  const open = found.data?.items.find(({ id }) => id === chosen)
  return (
    <AdminFrame adminOnly title={t('admin.cases')}>
      <RegisterCard />
      <ViewChips
        views={views.map((one) => ({
          view: one,
          label: t(
            one === 'open' || one === 'resolved' ? `admin.cases.${one}` : `admin.payments.case.${one}`,
          ),
        }))}
        shown={view}
        onShow={(one) => {
          setView(one)
          setPage(1)
        }}
      />
      <TablePage
        page={found.data}
        row={(one) => <CaseRow key={one.id} item={one} onChoose={setChosen} />}
        onPage={setPage}
        empty={{
          icon: CircleCheck,
          title: t('admin.cases.empty.title'),
          text: t('admin.cases.empty.text'),
        }}
      />
      <ReportCard />
      {open && <CaseSheet key={open.id} found={open} onClose={() => setChosen(null)} />}
    </AdminFrame>
  )
}
