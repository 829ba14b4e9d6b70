import { Archive, CheckCheck, CircleX, EyeOff, type LucideIcon, Star, Trophy } from 'lucide-react'
import { type EndReason, nextResponseStatus } from '#contract/lifecycle.ts'
import type { Response } from '#web/features/responses/queries.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type Status = Response['status']

export const statusLooks: Record<Status, { tone?: BadgeTone; icon: LucideIcon }> = {
  no_show: { icon: EyeOff },
  shown: { tone: 'accent', icon: CheckCheck },
  shortlisted: { tone: 'accent', icon: Star },
  chosen: { tone: 'good', icon: Trophy },
  declined: { tone: 'bad', icon: CircleX },
  not_chosen: { icon: Archive },
  withdrawn: { icon: Archive },
}

/** Reasons why a response ended that mean that its listing closed without an executor. */
const closedWithoutExecutor: (EndReason | null)[] = ['listing_closed', 'listing_deleted', 'not_renewed']

/**
 * Returns the translation key of the response's status. A response whose listing closed without an executor has a text
 * of its own.
 */
export function statusKey({ status, end_reason }: Pick<Response, 'status' | 'end_reason'>): string {
  return `myResponses.status.${closedWithoutExecutor.includes(end_reason) ? 'closed' : status}`
}

/**
 * Decision 104: the sender can edit until the author has seen the response, and withdraw until an executor is
 * chosen.
 */
export const canEdit = (status: Status) => status === 'no_show'
export const canWithdraw = (status: Status) => nextResponseStatus(status, 'withdraw') !== undefined

const finalSteps: Partial<Record<Status, string>> = {
  chosen: 'chosen',
  declined: 'declined',
  not_chosen: 'notChosen',
  withdrawn: 'withdrawn',
}

/** Returns the steps of a response for its progress bar, and the current step. */
export function timeline(status: Status): { steps: string[]; now: number; failed: boolean } {
  const stepsBeforeDecision = status === 'shortlisted' ? ['sent', 'seen', 'shortlisted'] : ['sent', 'seen']
  const finalStep = finalSteps[status]
  const steps = [...stepsBeforeDecision, finalStep ?? 'decision']
  if (finalStep)
    return {
      steps,
      now: finalStep === 'chosen' ? steps.length : steps.length - 1,
      failed: finalStep !== 'chosen',
    }
  return { steps, now: status === 'no_show' ? 1 : steps.length - 1, failed: false }
}
