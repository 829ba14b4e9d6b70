import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CategoryTree } from '#web/features/admin/directories/categories.tsx'
import { TariffList } from '#web/features/admin/directories/tariffs.tsx'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { ViewChips } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Button } from '#web/ui/button.tsx'

const views = ['categories', 'tariffs'] as const

/** Categories with their translations, and prices of placements and boosts. */
export default function AdminDirectoriesScreen() {
  const { t } = useAdminFormats()
  const [view, setView] = useState<(typeof views)[number]>('categories')
  const [isAdding, setAdding] = useState(false)
  const form = { isAdding, onClose: () => setAdding(false) }
  return (
    <AdminFrame
      adminOnly
      title={t('admin.directories')}
      action={
        <Button small variant="card" icon={Plus} onClick={() => setAdding(true)}>
          {t(view === 'categories' ? 'admin.categories.addGroup' : 'admin.tariffs.add')}
        </Button>
      }
    >
      <ViewChips views={views} label={(one) => t(`admin.directories.${one}`)} shown={view} onShow={setView} />
      {view === 'categories' ? <CategoryTree {...form} /> : <TariffList {...form} />}
    </AdminFrame>
  )
}
