import { useDeferredValue, useState } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { useCounts } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { ListingTable } from './listing-table.tsx'
import { Queue } from './queue.tsx'

const shown = ['queue', 'published', 'rejected', 'archive'] as const
type Shown = (typeof shown)[number]

/** The moderation queue and tables of orders or vacancies, by status. */
export function ListingsSection({ kind }: { kind: ListingKind }) {
  const { t, duration } = useAdminFormats()
  const counts = useCounts().data
  const [view, setView] = useState<Shown>('queue')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const [head, setHead] = useState<HTMLElement | null>(null)
  const waiting = kind === 'order' ? counts?.orders : counts?.vacancies
  const decided = counts?.times.decisions
  const note =
    decided?.median_ms != null && decided.p90_ms != null
      ? t('admin.times', {
          count: decided.count,
          median: duration(decided.median_ms),
          p90: duration(decided.p90_ms),
        })
      : ''
  const labels: Record<Shown, string> = {
    queue: t('admin.queue', { count: waiting ?? 0 }),
    published: t('admin.published'),
    rejected: t('admin.rejected'),
    archive: t('admin.archive'),
  }
  return (
    <AdminFrame
      title={t(kind === 'order' ? 'admin.projects' : 'admin.vacancies')}
      note={note}
      action={<div ref={setHead} />}
    >
      <div className={styles.tools}>
        <ChipScroller label={t('admin.filter')}>
          {shown.map((one) => (
            <Chip key={one} pressed={one === view} onClick={() => setView(one)}>
              {labels[one]}
            </Chip>
          ))}
        </ChipScroller>
        <SearchRow label={t('admin.search')} text={text} onText={setText} onEnter={() => undefined} />
      </div>
      {view === 'queue' ? (
        <Queue kind={kind} search={search} shortcutHelp={head} />
      ) : (
        <ListingTable key={`${view} ${search}`} kind={kind} view={view} search={search} />
      )}
    </AdminFrame>
  )
}
