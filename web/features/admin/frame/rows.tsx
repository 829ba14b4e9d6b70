import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager, type PagerProps } from './pager.tsx'
import styles from './section.module.css'
import { useAdminFormats } from './use-admin-formats.ts'

type ViewsProps<V> = { views: { view: V; label: string }[]; shown: V; onShow: (view: V) => void }

/** Chips that select one view of a table. */
export function ViewChips<V extends string>({ views, shown, onShow }: ViewsProps<V>) {
  const { t } = useAdminFormats()
  return (
    <ChipScroller label={t('admin.filter')}>
      {views.map(({ view, label }) => (
        <Chip key={view} pressed={view === shown} onClick={() => onShow(view)}>
          {label}
        </Chip>
      ))}
    </ChipScroller>
  )
}

type RowsProps<T> = {
  /** Undefined until the first answer arrives. */
  page: { items: T[]; pagination: PagerProps['pagination'] } | undefined
  row: (item: T) => ReactNode
  onPage: (page: number) => void
  empty: { icon: LucideIcon; title: string; text: string }
}

/** One page of a table with its pager, or an empty state. */
export function TablePage<T>({ page, row, onPage, empty }: RowsProps<T>) {
  if (!page) return null
  if (page.items.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <div className={styles.table}>{page.items.map(row)}</div>
      <Pager pagination={page.pagination} onPage={onPage} />
    </>
  )
}
