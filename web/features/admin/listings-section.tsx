import { Inbox, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { SearchRow } from '#web/features/listings/search-row.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AdminFrame } from './frame.tsx'
import { ListingTable } from './listing-table.tsx'
import type { Task } from './queries.ts'
import { useCounts, useQueue } from './queries.ts'
import { RejectSheet } from './reject-sheet.tsx'
import styles from './section.module.css'
import { TaskCell } from './task-cell.tsx'
import { useAdminFormats } from './use-admin-formats.ts'
import { useDecisions } from './use-decisions.ts'

const shown = ['queue', 'reports', 'published', 'rejected', 'archive'] as const
type Shown = (typeof shown)[number]

/** Orders or vacancies: what waits for moderators first, then everything else. */
export function ListingsSection({ kind }: { kind: ListingKind }) {
  const { t } = useAdminFormats()
  const counts = useCounts().data
  const [view, setView] = useState<Shown>('queue')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const [waiting, reports] =
    kind === 'order' ? [counts?.orders, counts?.order_reports] : [counts?.vacancies, counts?.vacancy_reports]
  const labels: Record<Shown, string> = {
    queue: t('admin.queue', { count: waiting ?? 0 }),
    reports: t('admin.reports', { count: reports ?? 0 }),
    published: t('admin.published'),
    rejected: t('admin.rejected'),
    archive: t('admin.archive'),
  }
  return (
    <AdminFrame title={t(kind === 'order' ? 'admin.projects' : 'admin.vacancies')}>
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
      {view === 'queue' || view === 'reports' ? (
        <Queue kind={kind} subject={view === 'queue' ? 'review' : 'report'} search={search} />
      ) : (
        <ListingTable key={`${view} ${search}`} kind={kind} view={view} search={search} />
      )}
    </AdminFrame>
  )
}

type QueueProps = { kind: ListingKind; subject: 'review' | 'report'; search: string }

function Queue({ kind, subject, search }: QueueProps) {
  const { t } = useAdminFormats()
  const decisions = useDecisions()
  const [rejecting, setRejecting] = useState<Task | null>(null)
  const found = useQueue({ kind, subject, ...(search && { search }) })
  const tasks = found.data?.items ?? []
  if (found.data && tasks.length === 0)
    return search ? (
      <EmptyState icon={SearchX} title={t('admin.empty.search.title')} text={t('admin.empty.search.text')} />
    ) : (
      <EmptyState icon={Inbox} tone="good" title={t('admin.empty.title')} text={t('admin.empty.text')} />
    )
  return (
    <div className={styles.cards} aria-busy={found.isPending}>
      {tasks.map((task) => (
        <TaskCell key={task.id} task={task} decisions={decisions} onReject={setRejecting} />
      ))}
      <RejectSheet task={rejecting} decisions={decisions} onClose={() => setRejecting(null)} />
    </div>
  )
}
