import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type PaymentCaseKind, paymentCaseKinds } from '#contract/payment-cases.ts'
import { query } from '#web/client/query.ts'
import { CaseRow } from '#web/features/admin/case-row.tsx'
import { CaseSheet } from '#web/features/admin/case-sheet.tsx'
import { AdminFrame } from '#web/features/admin/frame.tsx'
import { Pager } from '#web/features/admin/pager.tsx'
import { RegisterCard } from '#web/features/admin/register-card.tsx'
import { ReportCard } from '#web/features/admin/report-card.tsx'
import styles from '#web/features/admin/section.module.css'
import { useAdminFormats } from '#web/features/admin/use-admin-formats.ts'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type View = 'open' | 'resolved' | PaymentCaseKind

/** Money that does not add up: each case with what happened and the ways to end it. */
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
  const cases = found.data?.items ?? []
  const open = cases.find(({ id }) => id === chosen)
  return (
    <AdminFrame adminOnly title={t('admin.cases')}>
      <RegisterCard />
      <ChipScroller label={t('admin.filter')}>
        {(['open', 'resolved', ...paymentCaseKinds] as View[]).map((one) => (
          <Chip
            key={one}
            pressed={one === view}
            onClick={() => {
              setView(one)
              setPage(1)
            }}
          >
            {t(one === 'open' || one === 'resolved' ? `admin.cases.${one}` : `admin.payments.case.${one}`)}
          </Chip>
        ))}
      </ChipScroller>
      {found.data && cases.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          title={t('admin.cases.empty.title')}
          text={t('admin.cases.empty.text')}
        />
      )}
      {cases.length > 0 && (
        <div className={styles.table}>
          {cases.map((one) => (
            <CaseRow key={one.id} found={one} onChoose={setChosen} />
          ))}
        </div>
      )}
      {found.data && <Pager pagination={found.data.pagination} onPage={setPage} />}
      <ReportCard />
      {open && <CaseSheet key={open.id} found={open} onClose={() => setChosen(null)} />}
    </AdminFrame>
  )
}
