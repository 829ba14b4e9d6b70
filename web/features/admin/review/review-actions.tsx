import { Ban, Ellipsis, ExternalLink, Eye, MessageCircleQuestion, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { ClosedListings, RejectSheet } from '#web/features/admin/decisions/consequence-sheet.tsx'
import { consequenceReasons, ReasonSheet } from '#web/features/admin/decisions/reason-sheet.tsx'
import type { Decisions } from '#web/features/admin/decisions/use-decisions.ts'
import { fetchTask, type Task, taskCalls } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { TextSheet } from '#web/features/moderation/ask-sheet.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './review.module.css'

type OpenForm = 'reject' | 'ask' | 'block' | 'more' | null

export type ReviewActionsProps = {
  task: Task
  decisions: Decisions
  /** True beside the queue. The buttons then have keyboard shortcuts and show them. */
  hasShortcuts?: boolean | undefined
  /** Renders the task. `otherActs` contains the buttons of acts that do not decide the task. */
  children: (otherActs: ReactNode) => ReactNode
}

/** A task with the buttons for it: claim, release, ask, block, and a bar of decisions that stays visible. */
export function ReviewActions({ task, decisions, hasShortcuts, children }: ReviewActionsProps) {
  const { t } = useAdminFormats()
  const me = useMe()
  const [asking, setAsking] = useState<OpenForm>(null)
  const closeForm = () => setAsking(null)
  const isMine = task.claimed_by === me?.id && task.state === 'claimed'
  const claimTask = () => {
    closeForm()
    decisions.claim(task.id)
  }
  /** Opens a form and claims the task, so that no other moderator decides the task meanwhile. */
  const openForm = (form: OpenForm) => {
    setAsking(form)
    if (task.state === 'open') decisions.claim(task.id)
  }
  const canAsk = isOpen(task) && task.subject !== 'report'
  const otherActs = (
    <List icons>
      {task.kind && task.listing_id && (
        <Cell icon={ExternalLink} to={`/${task.kind}/${task.listing_id}`} title={t('admin.openListing')} />
      )}
      {task.state === 'open' && <Cell inPlace icon={Eye} title={t('admin.claim')} onClick={claimTask} />}
      {isOpen(task) && isMine && (
        <Cell
          inPlace
          icon={Undo2}
          title={t('admin.release')}
          onClick={() => {
            closeForm()
            decisions.run(() => taskCalls.release(task.id))
          }}
        />
      )}
      {canAsk && !hasShortcuts && (
        <Cell inPlace icon={MessageCircleQuestion} title={t('admin.ask')} onClick={() => openForm('ask')} />
      )}
      {task.author_status === 'active' && task.author_role === 'user' && (
        <Cell
          bad
          icon={Ban}
          title={t('admin.block')}
          note={task.author.full_name}
          onClick={() => setAsking('block')}
        />
      )}
    </List>
  )
  return (
    <div className={cx(styles.review, hasShortcuts && styles.fitted)}>
      {/* Beside the queue the other acts are a menu of the bar, so that none is below the fold. */}
      {children(hasShortcuts ? null : otherActs)}
      <div className={styles.decide}>
        <DecisionButtons
          task={task}
          decisions={decisions}
          hasShortcuts={hasShortcuts}
          onReject={() => openForm('reject')}
        >
          {hasShortcuts && (
            <>
              {canAsk && (
                <Button variant="fill" aria-label={t('admin.ask')} onClick={() => openForm('ask')}>
                  {t('admin.ask.short')}
                </Button>
              )}
              <IconButton
                look="fill"
                icon={Ellipsis}
                className={styles.more}
                label={t('admin.users.actions')}
                onClick={() => setAsking('more')}
              />
            </>
          )}
        </DecisionButtons>
      </div>
      <Sheet open={asking === 'more'} onClose={closeForm} title={t('admin.users.actions')}>
        {otherActs}
      </Sheet>
      <RejectSheet task={asking === 'reject' ? task : null} decisions={decisions} onClose={closeForm} />
      <TextSheet
        key={task.question}
        open={asking === 'ask'}
        onClose={closeForm}
        title={t('admin.ask.title')}
        label={t('admin.ask.label')}
        hint={t('admin.ask.hint')}
        submit={t('admin.ask.submit')}
        {...limits.moderation.question}
        isBusy={decisions.isBusy}
        onSubmit={(words) =>
          decisions.run(() => taskCalls.ask(task.id, words), t('admin.ask.done'), closeForm)
        }
      />
      <ReasonSheet
        open={asking === 'block'}
        onClose={closeForm}
        title={t('admin.block.title', { name: task.author.full_name })}
        hint={t('admin.block.hint')}
        submitLabel={t('admin.block.submit')}
        reasons={consequenceReasons}
        isBusy={decisions.isBusy}
        onSubmit={(reason) => decisions.block(task.id, reason, closeForm)}
      >
        <ClosedListings items={task.author_open} />
      </ReasonSheet>
    </div>
  )
}

function isOpen({ state, decided_by }: Task): boolean {
  return decided_by === null && (state === 'open' || state === 'claimed' || state === 'returned')
}

type DecisionButtonsProps = Omit<ReviewActionsProps, 'children'> & {
  onReject: () => void
  /** Buttons that decide nothing, at the end of the bar. */
  children: ReactNode
}

function DecisionButtons({ task, decisions, hasShortcuts, onReject, children }: DecisionButtonsProps) {
  const { t } = useAdminFormats()
  const approveTask = useApproval(task, decisions)
  const { id, state, applied_at } = task
  const isReport = task.subject === 'report'
  const isMany = task.report !== null && task.report.complaints > 1
  const accept = isMany ? 'admin.accept.many' : 'admin.accept'
  const dismiss = isMany ? 'admin.dismiss.many' : 'admin.dismiss'
  const isEdit = task.subject === 'revision'
  const reject = task.appeal ? 'admin.appeal.keep' : isEdit ? 'admin.edit.reject' : 'admin.reject'
  // The decision about a report has no keyboard shortcuts, because its consequence has to be chosen in a form.
  const hasKeys = hasShortcuts && !isReport
  if (!isOpen(task)) {
    const verdict = state === 'approved' || state === 'rejected' ? state : 'gone'
    // A decision can be undone until the author has been notified.
    const isFinal = applied_at !== null || verdict === 'gone'
    const reason = task.reason ? t([`admin.reject.${task.reason}`, task.reason], task.reason) : ''
    const text = t(`admin.over.${verdict}`, { name: task.decider_name ?? '', reason })
    return isFinal ? (
      <div className={styles.bar}>
        <p>{text}</p>
        {children}
      </div>
    ) : (
      <div className={styles.bar}>
        <Button variant="fill" icon={Undo2} loading={decisions.isBusy} onClick={() => decisions.undo(id)}>
          {t('admin.undo')}
        </Button>
        {children}
      </div>
    )
  }
  return (
    <div className={styles.bar}>
      <Button variant="badSoft" aria-keyshortcuts={hasKeys ? 'R' : undefined} onClick={onReject}>
        {t(isReport ? accept : reject)} {hasKeys && <Key name="R" />}
      </Button>
      <Button
        // Neither answer to a report is the expected one.
        variant={isReport ? 'fill' : 'accent'}
        loading={decisions.isBusy}
        aria-keyshortcuts={hasKeys ? 'A' : undefined}
        onClick={() => (isReport ? decisions.dismiss(id) : approveTask())}
      >
        {t(isReport ? dismiss : isEdit ? 'admin.approve.edit' : 'admin.approve')}{' '}
        {hasKeys && <Key name="A" />}
      </Button>
      {children}
    </div>
  )
}

/**
 * Label of a shortcut's key for sighted users. Screen readers get the shortcut from the button's `aria-keyshortcuts`.
 */
export function Key({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  )
}

/**
 * Approves the version of the listing that the screen showed first. If the text has changed, the server refuses, and
 * the new version is loaded. The next click approves the new version.
 */
function useApproval({ id, content_hash }: Task, decisions: Decisions): () => void {
  const [seen, setSeen] = useState(content_hash)
  const refetch = async () => setSeen((await fetchTask(id)).content_hash)
  return () => decisions.approve(id, seen, () => void refetch().catch(() => undefined))
}
