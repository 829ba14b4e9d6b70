import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { TablePage, ViewChips } from '#web/features/admin/frame/rows.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { ReportedRow } from '#web/features/admin/reports/reported-row.tsx'

const views = ['open', 'closed'] as const

/** Reported content: one row per subject with all its reports. */
export default function AdminReportsScreen() {
  const { t } = useAdminFormats()
  const [state, setState] = useState<(typeof views)[number]>('open')
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...query('GET /api/admin/reports', { query: { state, page } }),
    placeholderData: (before) => before,
  })
  return (
    <AdminFrame title={t('admin.reported')}>
      <ViewChips
        views={views.map((view) => ({ view, label: t(`admin.reported.${view}`) }))}
        shown={state}
        onShow={(view) => {
          setState(view)
          setPage(1)
        }}
      />
      <TablePage
        page={found.data}
        row={(subject) => (
          <ReportedRow key={`${subject.subject_type} ${subject.subject_id}`} subject={subject} />
        )}
        onPage={setPage}
        empty={{
          icon: CircleCheck,
          title: t('admin.reported.empty.title'),
          text: t('admin.reported.empty.text'),
        }}
      />
    </AdminFrame>
  )
}
