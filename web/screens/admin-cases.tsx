import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type PaymentCaseKind, paymentCaseKinds } from '#contract/payment-cases.ts'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { CaseRow, CaseSheet } from '#web/features/admin/money/cases.tsx'
import { RegisterCard, ReportCard } from '#web/features/admin/money/reconciliation.tsx'
import { SelectField } from '#web/ui/form-field.tsx'
import { nothing } from '#web/ui/select.tsx'

const states = ['open', 'resolved'] as const
type Kind = PaymentCaseKind | typeof nothing

/** Payment cases that need attention, each with the acts that can resolve it. */
export default function AdminCasesScreen() {
  const { t } = useAdminFormats()
  const [state, setState] = useState<(typeof states)[number]>('open')
  const [kind, setKind] = useState<Kind>(nothing)
  const filter = { state, ...(kind !== nothing && { kind }) }
  const waitingCases = useQuery(query('GET /api/admin/money_report')).data?.open_cases ?? []
  const waitingKinds = waitingCases.map((one) => one.kind)
  // The chosen kind stays in the list when its last case is closed, so that it can be taken back.
  const kinds = paymentCaseKinds.filter(
    (one) => state !== 'open' || one === kind || waitingKinds.includes(one),
  )
  const showState = (next: typeof state) => {
    setState(next)
    setKind(nothing)
  }
  return (
    <AdminFrame
      adminOnly
      title={t('admin.cases')}
      note={t(state === 'resolved' ? 'admin.order.newest' : 'admin.order.longest')}
    >
      <RegisterCard />
      <ViewChips views={states} label={(one) => t(`admin.cases.${one}`)} shown={state} onShow={showState} />
      {(kinds.length > 1 || kind !== nothing) && (
        <SelectField
          label={t('admin.cases.kind')}
          value={kind}
          placeholder={t('admin.cases.any')}
          options={kinds.map((one) => ({ value: one, label: t(`admin.payments.case.${one}`) }))}
          onValue={(value) => setKind(value as Kind)}
        />
      )}
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
