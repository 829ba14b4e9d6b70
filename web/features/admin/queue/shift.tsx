import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Decisions, useDecisions } from '#web/features/admin/decisions/use-decisions.ts'
import { prefetchTask, type QueueEntry, useTask } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Review } from '#web/features/admin/review/review.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { KeyHelp } from './key-help.tsx'
import styles from './queue.module.css'
import { QueueRow } from './queue-line.tsx'
import { useShortcuts } from './use-shortcuts.ts'

type ShiftProps = { entries: QueueEntry[]; note: ReactNode; head: HTMLElement | null }

/**
 * The queue beside the current task, with keyboard shortcuts. A decision selects the next undecided entry.
 * Selecting does not claim, so two moderators may read the same task.
 */
export function QueueWithReview({ entries, note, head }: ShiftProps) {
  const { t } = useAdminFormats()
  const [chosen, setChosen] = useState<number | undefined>(entries[0]?.id)
  const [decided, setDecided] = useState<number>()
  // Last position of the selected entry. When it leaves the queue, the entry now at that position is
  // selected.
  const place = useRef(0)
  const found = entries.findIndex(({ id }) => id === chosen)
  const at = found < 0 ? Math.min(place.current, entries.length - 1) : found
  place.current = at
  const current = entries[at]
  const next = entries.slice(at + 1).find(({ decided_by }) => decided_by === null)
  const decisions = useDecisions((id) => {
    setDecided(id)
    if (id === current?.id && next) setChosen(next.id)
  })
  const list = useRef<HTMLDivElement>(null)
  useShortcuts()
  useEffect(() => {
    if (next) void prefetchTask(next.id)
  }, [next])
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const choose = useCallback((id: number) => setChosen(id), [])
  const undo = () => {
    if (decided === undefined) return showToast({ text: t('admin.key.nothing') })
    decisions.undo(decided, () => setChosen(decided))
    setDecided(undefined)
  }
  if (!current) return null
  const step = (by: 1 | -1) => setChosen(entries[at + by]?.id ?? current.id)
  const help = <KeyHelp onNext={() => step(1)} onBefore={() => step(-1)} onUndo={undo} />
  return (
    <div className={styles.shift}>
      {head && createPortal(help, head)}
      <div className={styles.side} ref={list}>
        <ul className={styles.lines} aria-label={t('admin.queue.list')}>
          {entries.map((entry) => (
            <QueueRow key={entry.id} entry={entry} onChoose={choose} isCurrent={entry.id === current.id} />
          ))}
        </ul>
        {note}
      </div>
      <ReviewPane key={current.id} id={current.id} decisions={decisions} />
    </div>
  )
}

/** The selected task in full. */
function ReviewPane({ id, decisions }: { id: number; decisions: Decisions }) {
  const found = useTask(id)
  return (
    <section className={styles.pane} aria-busy={found.isPending}>
      {found.isError && <LoadFailure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Review task={found.data} decisions={decisions} hasShortcuts />}
    </section>
  )
}
