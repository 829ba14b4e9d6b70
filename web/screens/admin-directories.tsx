import { useState } from 'react'
import { CategoryTree } from '#web/features/admin/directories/category-tree.tsx'
import { TariffList } from '#web/features/admin/directories/tariff-list.tsx'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { ViewChips } from '#web/features/admin/frame/rows.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'

const views = ['categories', 'tariffs'] as const

/** Categories with their translations, and prices of placements and boosts. */
export default function AdminDirectoriesScreen() {
  const { t } = useAdminFormats()
  const [view, setView] = useState<(typeof views)[number]>('categories')
  return (
    <AdminFrame adminOnly title={t('admin.directories')}>
      <ViewChips
        views={views.map((one) => ({ view: one, label: t(`admin.directories.${one}`) }))}
        shown={view}
        onShow={setView}
      />
      {view === 'categories' ? <CategoryTree /> : <TariffList />}
    </AdminFrame>
  )
}
