import type { ReactNode } from 'react'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { Card } from '#web/ui/card.tsx'
import { Steps } from '#web/ui/steps.tsx'

type Stage = { textKey: string; now: number }

/**
 * Texts of a listing and the current step of its publication, by status. In statuses without a progress bar, `now` is
 * past the last step.
 */
const stages: Partial<Record<ListingStatus, Stage>> = {
  draft: { textKey: 'unpaid', now: 1 },
  awaiting_payment: { textKey: 'unpaid', now: 1 },
  moderation: { textKey: 'moderation', now: 2 },
  hidden: { textKey: 'hidden', now: 4 },
  in_progress: { textKey: 'work', now: 4 },
  completed: { textKey: 'completed', now: 4 },
  expired: { textKey: 'expired', now: 4 },
  refunded: { textKey: 'refunded', now: 4 },
  archived: { textKey: 'closed', now: 4 },
  deleted: { textKey: 'closed', now: 4 },
}
/** Step of the publication from which the progress bar is hidden. */
const publishedStep = 4
/** Prefixes of translation keys. Russian texts about orders and vacancies differ by grammatical gender. */
const textPrefixes = { order: 'publish', vacancy: 'vacancyPublish' } as const

const isPast = (moment: string) => Date.parse(moment) < Date.now()

type PublicationCardProps = {
  listing: Listing
  /** Sentence with the measured time of a review. */
  usualTime?: string | null
  actions?: ReactNode
}

/**
 * Card with the status of an own listing: what happens now, what the author has to do, and the steps to publication.
 * A listing in the feed has no card, because the badge above its title says so. A rejected listing has a card of its own.
 */
export function PublicationCard({ listing, usualTime, actions }: PublicationCardProps) {
  const { t, date } = useFormats()
  const stage = stages[listing.status]
  if (!stage) return null
  const isBlocked = listing.status === 'hidden' && listing.hidden_reason !== 'owner'
  const textPrefix = `${textPrefixes[listing.kind]}.${isBlocked ? 'blocked' : stage.textKey}`
  const hasKeptResponses = listing.status === 'hidden' && !isBlocked && listing.responses_count > 0
  const text = t(hasKeptResponses ? `${textPrefix}.kept` : `${textPrefix}.text`, {
    reason: listing.rejection_reason,
  })
  const passedDeadline =
    listing.status === 'expired' && isOrder(listing) && listing.deadline && isPast(listing.deadline)
      ? t('publish.expired.deadline', { date: date(listing.deadline) })
      : null
  const isInModeration = listing.status === 'moderation'
  const steps = stage.now < publishedStep && <PublicationSteps kind={listing.kind} now={stage.now} />
  return (
    <Card className="stack stack-4">
      {isInModeration && steps}
      <div className="stack stack-1">
        <h2 className="head">{t(`${textPrefix}.title`)}</h2>
        <p className="sub muted">{passedDeadline ?? (usualTime ? `${usualTime} ${text}` : text)}</p>
      </div>
      {isInModeration ? <p className="cap muted">{t('publish.moderation.hint')}</p> : steps}
      {actions}
    </Card>
  )
}

type StepsProps = { kind: Listing['kind']; now: number; failed?: boolean }

/** Translation keys of the steps that can fail. */
const failedStepNames: Record<number, string> = { 1: 'refused', 2: 'rejected' }

export function PublicationSteps({ kind, now, failed }: StepsProps) {
  const { t } = useFormats()
  const names = ['created', 'paid', 'moderation', 'published'].map((step, index) =>
    t(`${textPrefixes[kind]}.step.${(failed && index === now && failedStepNames[index]) || step}`),
  )
  return (
    <Steps
      names={names}
      now={now}
      failed={failed}
      stepLabel={(name, current) => t('a11y.step', { current, total: names.length, name })}
    />
  )
}
