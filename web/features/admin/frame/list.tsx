import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Tone } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import styles from './section.module.css'
import { useAdminFormats } from './use-admin-formats.ts'

type ViewsProps<V> = {
  /** Accessible name of the row, if a screen has more than one. */
  name?: string
  views: readonly V[]
  label: (view: V) => string
  shown: V
  onShow: (view: V) => void
}

/** Row of chips that selects one of several views of a list. On a wide screen the chips that do not fit wrap. */
export function ViewChips<V extends string>({ name, views, label, shown, onShow }: ViewsProps<V>) {
  const { t } = useAdminFormats()
  return (
    <div className={styles.views}>
      <ChipScroller label={name ?? t('admin.filter')}>
        {views.map((view) => (
          <Chip key={view} pressed={view === shown} onClick={() => onShow(view)}>
            {label(view)}
          </Chip>
        ))}
      </ChipScroller>
    </div>
  )
}

type Empty = { icon: LucideIcon; title: string; text: string; tone?: Tone; action?: ReactNode }
type ListStateProps = {
  found: { data: unknown; error: Error | null; refetch: () => unknown }
  isEmpty: boolean
  empty: Empty
  children: ReactNode
}

/** Shows the rows of a list, or its state if there are no rows: loading, failed or empty. */
export function ListState({ found: { data, error, refetch }, isEmpty, empty, children }: ListStateProps) {
  if (data === undefined)
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RowSkeletons />
  return isEmpty ? <EmptyState {...empty} /> : children
}

const stubRows = [0, 1, 2, 3, 4, 5]

/** Placeholder rows while a list loads. */
function RowSkeletons() {
  return (
    <div className={styles.table} aria-busy="true">
      <SlowNote />
      {stubRows.map((row) => (
        <div key={row} aria-hidden="true" className={cx(styles.row, styles.flat, styles.inset)}>
          <span className="grow stack stack-2">
            <Skeleton width="60%" height={17} />
            <Skeleton width="36%" height={13} />
          </span>
          <Skeleton width={72} height={24} />
        </div>
      ))}
    </div>
  )
}

type Pagination = { page: number; per_page: number; total: number; pages: number }
type Page = { items: object[]; pagination: Pagination }
type AdminListProps<P extends Page> = {
  query: (page: number) => UseQueryOptions<P>
  /** Filter of the list. A changed filter starts again at the first page. */
  filter?: string
  rows: (items: P['items'], onChoose: (id: number) => void) => ReactNode
  /** Renders the sheet of the chosen row, with the row's data from the last response. */
  sheet?: (chosen: P['items'][number] | undefined, onClose: () => void) => ReactNode
  empty: Empty
}

/** A list for staff, with pages. A click on a row opens the sheet of the row. */
export function AdminList<P extends Page>({ query, filter = '', rows, sheet, empty }: AdminListProps<P>) {
  const [place, setPlace] = useState({ filter, page: 1 })
  const [chosen, setChosen] = useState<number | null>(null)
  const listQuery = useQuery({
    ...query(place.filter === filter ? place.page : 1),
    placeholderData: keepPreviousData,
  })
  const items: P['items'] = listQuery.data?.items ?? []
  return (
    <>
      <ListState found={listQuery} isEmpty={items.length === 0} empty={empty}>
        <div className={styles.table}>{rows(items, setChosen)}</div>
      </ListState>
      {listQuery.data && (
        <Pager pagination={listQuery.data.pagination} onPage={(page) => setPlace({ filter, page })} />
      )}
      {sheet?.(
        items.find((item) => 'id' in item && item.id === chosen),
        () => setChosen(null),
      )}
    </>
  )
}

type PagerProps = { pagination: Pagination; onPage: (page: number) => void }

/** Shows which rows of a list are on the screen, with buttons to the other pages. A single page has no pager. */
function Pager({ pagination: { page, per_page, total, pages }, onPage }: PagerProps) {
  const { t, whole } = useAdminFormats()
  if (pages <= 1) return null
  const from = (page - 1) * per_page + 1
  const to = Math.min(page * per_page, total)
  return (
    <nav className={styles.pager} aria-label={t('admin.pager')}>
      <span className="cap muted num">
        {t('admin.users.range', { from: whole(from), to: whole(to), total: whole(total) })}
      </span>
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
    </nav>
  )
}

/** Screens at least this wide have the menu at the left, and the filters of a list beside each other. */
const wideMedia = window.matchMedia('(min-width: 900px)')
/** Screens at least this wide show payments as a table. */
const tableMedia = window.matchMedia('(min-width: 700px)')

export const useIsWide = () => useMedia(wideMedia)
export const useIsTable = () => useMedia(tableMedia)

function useMedia(media: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
    () => media.matches,
  )
}
