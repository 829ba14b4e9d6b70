import type { Task } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'

/** The listings and responses that a block would close, shown before confirmation. */
export function BlockEffects({ items }: { items: Task['author_open'] }) {
  const { t } = useAdminFormats()
  if (items.length === 0) return <p className="sub muted">{t('admin.block.nothing')}</p>
  return (
    <div className="stack stack-1">
      <h3 className="cap muted">{t('admin.block.closes')}</h3>
      {items.map(({ id, title, status }) => (
        <p key={id} className="sub">
          {t(`admin.block.${status}`, { title })}
        </p>
      ))}
    </div>
  )
}
