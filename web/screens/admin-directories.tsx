import { useState } from 'react'
import { CategoryTree } from '#web/features/admin/directories/categories.tsx'
import { TariffList } from '#web/features/admin/directories/tariffs.tsx'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'

const views = ['categories', 'tariffs'] as const

/** Categories with their translations, and prices of placements and boosts. */
export default function AdminDirectoriesScreen() {
  const { t } = useAdminFormats()
  const [view, setView] = useState<(typeof views)[number]>('categories')
  return (
    <AdminFrame adminOnly title={t('admin.directories')}>
      <ViewChips views={views} label={(one) => t(`admin.directories.${one}`)} shown={view} onShow={setView} />
      {view === 'categories' ? <CategoryTree /> : <TariffList />}
    </AdminFrame>
  )
}
