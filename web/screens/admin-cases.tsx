import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type PaymentCaseKind, paymentCaseKinds } from '#contract/payment-cases.ts'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { CaseRow, CaseSheet } from '#web/features/admin/money/cases.tsx'
import { RegisterCard, ReportCard } from '#web/features/admin/money/reconciliation.tsx'

type View = 'open' | 'resolved' | PaymentCaseKind
const isState = (view: View): view is 'open' | 'resolved' => view === 'open' || view === 'resolved'

/** Payment cases that need attention, each with the acts that can resolve it. */
export default function AdminCasesScreen() {
  const { t } = useAdminFormats()
  const [view, setView] = useState<View>('open')
  const filter = isState(view) ? { state: view } : { kind: view }
  return (
    <AdminFrame
      adminOnly
      title={t('admin.cases')}
      note={t(view === 'resolved' ? 'admin.order.newest' : 'admin.order.longest')}
    >
      <RegisterCard />
      <ViewChips
        views={['open', 'resolved', ...paymentCaseKinds]}
        label={(one) => t(isState(one) ? `admin.cases.${one}` : `admin.payments.case.${one}`)}
        shown={view}
        onShow={setView}
      />
      <AdminList
        filter={view}
        query={(page) => query('GET /api/admin/cases', { query: { ...filter, page } })}
        rows={(cases, onChoose) =>
          cases.map((one) => <CaseRow key={one.id} item={one} onChoose={onChoose} />)
        }
        sheet={(chosen, onClose) => chosen && <CaseSheet key={chosen.id} found={chosen} onClose={onClose} />}
        empty={{
          icon: CircleCheck,
          title: t('admin.cases.empty.title'),
          text: t('admin.cases.empty.text'),
        }}
      />
      <ReportCard />
    </AdminFrame>
  )
}
