import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './section.module.css'
import { useAdminFormats } from './use-admin-formats.ts'

export type PagerProps = {
  pagination: { page: number; per_page: number; total: number; pages: number }
  onPage: (page: number) => void
}

/** The range of rows shown, and buttons to the other pages. */
export function Pager({ pagination: { page, per_page, total, pages }, onPage }: PagerProps) {
  const { t, whole } = useAdminFormats()
  if (total === 0) return null
  const from = (page - 1) * per_page + 1
  const to = Math.min(page * per_page, total)
  return (
    <nav className={styles.pager} aria-label={t('admin.pager')}>
      <span className="cap muted num">
        {t('admin.users.range', { from: whole(from), to: whole(to), total: whole(total) })}
      </span>
      {pages > 1 && (
        <span className="row">
          <IconButton
            icon={ChevronLeft}
            label={t('admin.pager.prev')}
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label={t('admin.pager.next')}
            disabled={page === pages}
            onClick={() => onPage(page + 1)}
          />
        </span>
      )}
    </nav>
  )
}
