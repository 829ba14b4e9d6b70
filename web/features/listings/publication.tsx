import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Steps } from '#web/ui/steps.tsx'
import type { Order } from './types.ts'
import { useFormats } from './use-formats.ts'

type Stage = { words: string; now: number; failed?: boolean; reason?: boolean }

/** What the author reads above an own order; in a state without steps `now` is past the last one. */
const stages: Record<string, Stage> = {
  draft: { words: 'publish.unpaid', now: 1 },
  awaiting_payment: { words: 'publish.unpaid', now: 1 },
  moderation: { words: 'publish.moderation', now: 2 },
  rejected: { words: 'publish.rejected', now: 2, failed: true, reason: true },
  published: { words: 'publish.published', now: 4 },
  hidden: { words: 'publish.hidden', now: 4 },
  in_progress: { words: 'publish.work', now: 4 },
}
const closed: Stage = { words: 'publish.closed', now: 4 }

/** The way of an own order to the feed: what happens now, what the author has to do, and the steps. */
export function Publication({ order, actions }: { order: Order; actions?: ReactNode }) {
  const { t } = useFormats()
  const stage = stages[order.status] ?? closed
  const text =
    stage.reason && order.rejection_reason
      ? t('publish.rejected.text', { reason: order.rejection_reason.replace(/\.$/, '') })
      : t(stage.reason ? 'publish.rejected.noReason' : `${stage.words}.text`)
  return (
    <Card className="stack stack-4">
      <div className="stack stack-1">
        <h2 className="head">{t(`${stage.words}.title`)}</h2>
        <p className="sub muted">{text}</p>
      </div>
      <PublicationSteps now={stage.now} failed={stage.failed} />
      {actions}
    </Card>
  )
}

export function PublicationSteps({ now, failed }: { now: number; failed?: boolean }) {
  const { t } = useFormats()
  const names = ['created', 'paid', failed ? 'rejected' : 'moderation', 'published'].map((step) =>
    t(`publish.step.${step}`),
  )
  return (
    <Steps
      names={names}
      now={now}
      failed={failed}
      said={(name, current) => t('a11y.step', { current, total: names.length, name })}
    />
  )
}
