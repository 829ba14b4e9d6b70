import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { type Decisions, useDecisions } from '#web/features/admin/decisions/use-decisions.ts'
import { prefetchTask, type QueueEntry, useTask } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import review from '#web/features/admin/review/review.module.css'
import { Review } from '#web/features/admin/review/review.tsx'
import { Key } from '#web/features/admin/review/review-actions.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { showToast } from '#web/ui/overlays.ts'
import styles from './queue.module.css'
import { QueueRow } from './queue-line.tsx'

type QueueWithReviewProps = { entries: QueueEntry[]; note: ReactNode; head: HTMLElement | null }

/**
 * The moderation queue beside the current task, with keyboard shortcuts. A decision selects the next undecided entry.
 * Selecting a task does not claim it, so two moderators may read the same task.
 */
export function QueueWithReview({ entries, note, head }: QueueWithReviewProps) {
  const { t } = useAdminFormats()
  const [chosen, setChosen] = useState<number | undefined>(entries[0]?.id)
  const [decided, setDecided] = useState<number>()
  // Last position of the selected entry in the queue. When the selected entry leaves the queue, the entry that is now
  // at this position is selected.
  const lastIndex = useRef(0)
  const chosenIndex = entries.findIndex(({ id }) => id === chosen)
  const at = chosenIndex < 0 ? Math.min(lastIndex.current, entries.length - 1) : chosenIndex
  lastIndex.current = at
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
  const chooseEntry = useCallback((id: number) => setChosen(id), [])
  const undoDecision = () => {
    if (decided === undefined) return showToast({ text: t('admin.key.nothing') })
    decisions.undo(decided, () => setChosen(decided))
    setDecided(undefined)
  }
  if (!current) return null
  const step = (by: 1 | -1) => setChosen(entries[at + by]?.id ?? current.id)
  const help = <KeyHelp onNext={() => step(1)} onBefore={() => step(-1)} onUndo={undoDecision} />
  return (
    <div className={styles.shift}>
      {head && createPortal(help, head)}
      <div className={styles.side} ref={list}>
        <ul className={styles.lines} aria-label={t('admin.queue.list')}>
          {entries.map((entry) => (
            <QueueRow
              key={entry.id}
              entry={entry}
              onChoose={chooseEntry}
              isCurrent={entry.id === current.id}
            />
          ))}
        </ul>
        {note}
      </div>
      <ReviewPane key={current.id} id={current.id} decisions={decisions} />
    </div>
  )
}

/** The selected moderation task with all its details. */
function ReviewPane({ id, decisions }: { id: number; decisions: Decisions }) {
  const taskQuery = useTask(id)
  return (
    <section className={styles.pane} aria-busy={taskQuery.isPending}>
      {taskQuery.isError && <LoadFailure error={taskQuery.error} onRetry={() => void taskQuery.refetch()} />}
      {taskQuery.data && <Review task={taskQuery.data} decisions={decisions} hasShortcuts />}
    </section>
  )
}

type KeyHelpProps = {
  onNext: () => void
  onBefore: () => void
  onUndo: () => void
}

/**
 * List of the keyboard shortcuts of the moderation queue. "A" and "R" are only labels here, because their buttons are
 * in the review.
 */
function KeyHelp({ onNext, onBefore, onUndo }: KeyHelpProps) {
  const { t } = useTranslation()
  const shortcutButton = (name: string, actionText: string, onClick: () => void) => (
    <button key={name} type="button" aria-keyshortcuts={name} onClick={onClick}>
      <Key name={name} />
      {t(`admin.key.${actionText}`)}
    </button>
  )
  const shortcutLabel = (name: string, actionText: string) => (
    <span key={name}>
      <Key name={name} />
      {t(`admin.key.${actionText}`)}
    </span>
  )
  return (
    <div className={review.help}>
      {shortcutButton('J', 'next', onNext)}
      {shortcutButton('K', 'prev', onBefore)}
      {shortcutLabel('A', 'approve')}
      {shortcutLabel('R', 'reject')}
      {shortcutButton('Z', 'undo', onUndo)}
    </div>
  )
}

const fields = 'input, textarea, select, [contenteditable]'
const dialogs = '[role="dialog"], [role="alertdialog"]'
/** Keys that may repeat while they are held. Keys that decide a task may not repeat. */
const repeatable = ['J', 'K']

/**
 * Makes a key click the button that announces the key with `aria-keyshortcuts`, on any keyboard layout. Keys are
 * ignored while the user types, while a sheet is open, and with Ctrl, Alt, Meta or Shift, which belong to the browser.
 */
function useShortcuts(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const name = latinLetter(event)
      if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (event.repeat && !repeatable.includes(name)) return
      if (event.target instanceof Element && event.target.closest(fields)) return
      if (document.querySelector(dialogs)) return
      document.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`)?.click()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Returns the Latin letter of a pressed key, also on a keyboard layout with another alphabet. */
function latinLetter({ key, code }: KeyboardEvent): string | undefined {
  const name = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^Key/, '')
  return /^[A-Z]$/.test(name) ? name : undefined
}
