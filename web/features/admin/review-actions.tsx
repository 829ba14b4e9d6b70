import { Ban, ExternalLink, Eye, MessageCircleQuestion, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { AskSheet } from '#web/features/moderation/ask-sheet.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { type Task, taskCalls } from './queries.ts'
import { ReasonSheet } from './reason-sheet.tsx'
import { RejectSheet } from './reject-sheet.tsx'
import styles from './review.module.css'
import { useAdminFormats } from './use-admin-formats.ts'
import { useApproval } from './use-approval.ts'
import { type Decisions, useDecisions } from './use-decisions.ts'

type Asking = 'reject' | 'ask' | 'block' | null

/** What can be done with a task now: decide, ask, block, give back. */
export function ReviewActions({ task }: { task: Task }) {
  const { t } = useAdminFormats()
  const me = useMe()
  const decisions = useDecisions()
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  const isMine = task.claimed_by === me?.id && task.state === 'claimed'
  return (
    <>
      <List icons>
        {task.kind && task.listing_id && (
          <Cell icon={ExternalLink} to={`/${task.kind}/${task.listing_id}`} title={t('admin.openListing')} />
        )}
        {isOpen(task) && isMine && (
          <Cell
            inPlace
            icon={Eye}
            title={t('admin.release')}
            onClick={() => decisions.run(() => taskCalls.release(task.id))}
          />
        )}
        {isOpen(task) && task.subject !== 'report' && (
          <Cell
            inPlace
            icon={MessageCircleQuestion}
            title={t('admin.ask')}
            onClick={() => setAsking('ask')}
          />
        )}
        {task.author_status === 'active' && task.author_role === 'user' && (
          <Cell bad icon={Ban} title={t('admin.block')} onClick={() => setAsking('block')} />
        )}
      </List>
      <Deciding task={task} decisions={decisions} onReject={() => setAsking('reject')} />
      <RejectSheet task={asking === 'reject' ? task : null} decisions={decisions} onClose={close} />
      <AskSheet
        key={task.question}
        open={asking === 'ask'}
        onClose={close}
        title={t('admin.ask.title')}
        label={t('admin.ask.label')}
        hint={t('admin.ask.hint')}
        submit={t('admin.ask.submit')}
        {...limits.moderation.question}
        isBusy={decisions.isBusy}
        onSubmit={(words) => decisions.run(() => taskCalls.ask(task.id, words), t('admin.ask.done'), close)}
      />
      <ReasonSheet
        open={asking === 'block'}
        onClose={close}
        title={t('admin.block.title')}
        hint={t('admin.block.hint')}
        submit={t('admin.block.submit')}
        first="scam"
        isBusy={decisions.isBusy}
        onSubmit={(reason) =>
          decisions.run(() => taskCalls.block(task.id, reason), t('admin.block.done'), close)
        }
      />
    </>
  )
}

function isOpen({ state, decided_by }: Task): boolean {
  return decided_by === null && (state === 'open' || state === 'claimed' || state === 'returned')
}

type DecidingProps = { task: Task; decisions: Decisions; onReject: () => void }

function Deciding({ task, decisions, onReject }: DecidingProps) {
  const { t } = useAdminFormats()
  const approve = useApproval(task, decisions)
  const { id, state, effective_at } = task
  const isReport = task.subject === 'report'
  if (!isOpen(task)) {
    const isLate = effective_at === null || Date.parse(effective_at) <= Date.now()
    const verdict = state === 'approved' || state === 'rejected' ? state : 'gone'
    const reason = task.reason ? t([`admin.reject.${task.reason}`, task.reason], task.reason) : ''
    const text = t(`admin.over.${verdict}`, { name: task.decider_name ?? '', reason })
    return isLate ? (
      <p className={styles.decide}>{text}</p>
    ) : (
      <div className={styles.decide}>
        <Button
          variant="fill"
          icon={Undo2}
          loading={decisions.isBusy}
          onClick={() => decisions.run(() => taskCalls.undo(id), t('admin.done.undone'))}
        >
          {t('admin.undo')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.decide}>
      <Button variant="badSoft" onClick={isReport ? () => decisions.judge(id, 'accept') : onReject}>
        {t(isReport ? 'admin.accept' : 'admin.reject')}
      </Button>
      <Button
        loading={decisions.isBusy}
        onClick={() => (isReport ? decisions.judge(id, 'dismiss') : approve())}
      >
        {t(isReport ? 'admin.dismiss' : 'admin.approve')}
      </Button>
    </div>
  )
}
