import {
  Archive,
  CheckCheck,
  CircleCheck,
  CircleX,
  EyeOff,
  type LucideIcon,
  Star,
  Trophy,
} from 'lucide-react'
import { type EndReason, nextResponseStatus } from '#contract/lifecycle.ts'
import type { OwnResponse, Response } from '#web/features/responses/queries.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type Status = Response['status']

type Look = { tone?: BadgeTone; icon: LucideIcon }

const statusLooks: Record<Status, Look> = {
  no_show: { icon: EyeOff },
  shown: { tone: 'accent', icon: CheckCheck },
  shortlisted: { tone: 'accent', icon: Star },
  chosen: { tone: 'good', icon: Trophy },
  declined: { tone: 'bad', icon: CircleX },
  not_chosen: { tone: 'bad', icon: CircleX },
  withdrawn: { icon: Archive },
}

export const finishedLook = { tone: 'good', icon: CircleCheck } as const

/** True if the sender was chosen for the order and the deal is over. */
export function isDealFinished({ status, project }: Pick<OwnResponse, 'status' | 'project'>): boolean {
  const stage = status === 'chosen' ? project?.deal?.stage : undefined
  return stage === 'accepted' || stage === 'reviewed'
}

/** End reasons of a listing that closed without an executor. */
const closedWithoutExecutor: (EndReason | null)[] = ['listing_closed', 'listing_deleted', 'not_renewed']

/** True if the response ended because its listing closed without an executor. */
const isClosed = ({ end_reason }: Pick<Response, 'end_reason'>) => closedWithoutExecutor.includes(end_reason)

/**
 * Returns the translation key of the response's status. A response whose listing closed without an executor has a text
 * of its own.
 */
export function statusKey(response: Pick<Response, 'status' | 'end_reason'>): string {
  return `myResponses.status.${isClosed(response) ? 'closed' : response.status}`
}

/** Returns the translation key of the sentence that says why a response ended. An employer chooses a candidate. */
export function endTextKey(reason: EndReason, kind: 'order' | 'vacancy' | undefined): string {
  return `ownResponse.end.${reason === 'chosen_other' && kind === 'vacancy' ? 'chosen_candidate' : reason}.text`
}

/** Look of a response's status: the same in the list, on the badge and at the last step of its timeline. */
export function lookOf(response: Pick<Response, 'status' | 'end_reason'>): Look {
  return isClosed(response) ? { icon: Archive } : statusLooks[response.status]
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
