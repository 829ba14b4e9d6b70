import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { reportedRows } from '#web/features/admin/reports/reported-row.tsx'

const views = ['open', 'closed'] as const

/** Reported content. Each row is one subject with all its reports. */
export default function AdminReportsScreen() {
  const { t } = useAdminFormats()
  const [state, setState] = useState<(typeof views)[number]>('open')
  return (
    <AdminFrame title={t('admin.reported')}>
      <ViewChips views={views} label={(one) => t(`admin.reported.${one}`)} shown={state} onShow={setState} />
      <AdminList
        filter={state}
        query={(page) => query('GET /api/admin/reports', { query: { state, page } })}
        rows={(subjects) => reportedRows(subjects)}
        empty={{
          icon: CircleCheck,
          title: t('admin.reported.empty.title'),
          text: t('admin.reported.empty.text'),
        }}
      />
    </AdminFrame>
  )
}
