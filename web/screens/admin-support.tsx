import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { SupportRow } from '#web/features/admin/reports/support-row.tsx'

const views = ['waiting', 'open', 'closed'] as const

/** Support cases with their messages. Operators answer the cases in their Telegram chat. */
export default function AdminSupportScreen() {
  const { t } = useAdminFormats()
  const [view, setView] = useState<(typeof views)[number]>('open')
  return (
    <AdminFrame title={t('admin.support')} note={t('admin.support.hint')}>
      <ViewChips
        views={views}
        label={(one) => t(`admin.support.view.${one}`)}
        shown={view}
        onShow={setView}
      />
      <AdminList
        filter={view}
        query={(page) => query('GET /api/admin/support', { query: { view, page } })}
        rows={(cases) => cases.map((one) => <SupportRow key={one.id} found={one} />)}
        empty={{
          icon: MessageCircleQuestion,
          title: t('admin.support.empty.title'),
          text: t('admin.support.empty.text'),
        }}
      />
    </AdminFrame>
  )
}
