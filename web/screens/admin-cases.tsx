import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type PaymentCaseKind, paymentCaseKinds } from '#contract/payment-cases.ts'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { CaseRow, CaseSheet } from '#web/features/admin/money/cases.tsx'
import { RegisterCard, ReportCard } from '#web/features/admin/money/reconciliation.tsx'

const states = ['open', 'resolved'] as const
type Kind = PaymentCaseKind | 'any'

/** Payment cases that need attention, each with the acts that can resolve it. */
export default function AdminCasesScreen() {
  const { t } = useAdminFormats()
  const [state, setState] = useState<(typeof states)[number]>('open')
  const [kind, setKind] = useState<Kind>('any')
  const filter = { state, ...(kind !== 'any' && { kind }) }
  return (
    <AdminFrame
      adminOnly
      title={t('admin.cases')}
      note={t(state === 'resolved' ? 'admin.order.newest' : 'admin.order.longest')}
    >
      <RegisterCard />
      <ViewChips views={states} label={(one) => t(`admin.cases.${one}`)} shown={state} onShow={setState} />
      <ViewChips
        name={t('admin.cases.kind')}
        views={['any', ...paymentCaseKinds] as const}
        label={(one) => t(one === 'any' ? 'admin.cases.any' : `admin.payments.case.${one}`)}
        shown={kind}
        onShow={setKind}
      />
      <AdminList
        filter={`${state} ${kind}`}
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
