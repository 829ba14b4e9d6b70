import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { TablePage, ViewChips } from '#web/features/admin/frame/rows.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { SupportRow } from '#web/features/admin/reports/support-row.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'

const views = ['waiting', 'open', 'closed'] as const

/** Support cases with their messages; operators answer in their chat. */
export default function AdminSupportScreen() {
  const { t } = useAdminFormats()
  const [view, setView] = useState<(typeof views)[number]>('open')
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...query('GET /api/admin/support', { query: { view, page } }),
    placeholderData: (before) => before,
  })
  return (
    <AdminFrame title={t('admin.support')} note={t('admin.support.hint')}>
      <ViewChips
        views={views.map((one) => ({ view: one, label: t(`admin.support.view.${one}`) }))}
        shown={view}
        onShow={(one) => {
          setView(one)
          setPage(1)
        }}
      />
      {found.isError && <LoadFailure error={found.error} onRetry={() => void found.refetch()} />}
      <TablePage
        page={found.data}
        row={(one) => <SupportRow key={one.id} found={one} />}
        onPage={setPage}
        empty={{
          icon: MessageCircleQuestion,
          title: t('admin.support.empty.title'),
          text: t('admin.support.empty.text'),
        }}
      />
    </AdminFrame>
  )
}
