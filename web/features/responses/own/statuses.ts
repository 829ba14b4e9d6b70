import {
  Archive,
  Bookmark,
  CheckCheck,
  CircleCheck,
  CircleX,
  EyeOff,
  type LucideIcon,
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
  shortlisted: { tone: 'accent', icon: Bookmark },
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

/** Reasons that the name of the status says already. */
const saidByStatus: EndReason[] = ['chosen_other', 'author_declined', 'withdrawn']

/** Returns the translation key of the sentence that says more about the end of a response than its status does. */
export function endTextKey(reason: EndReason | null): string | undefined {
  return reason && !saidByStatus.includes(reason) ? `ownResponse.end.${reason}.text` : undefined
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

const endedStatuses: Status[] = ['chosen', 'declined', 'not_chosen', 'withdrawn']

/**
 * Returns the translation keys of the steps of a response for its progress bar, and the current step. They are called
 * as its status is everywhere.
 */
export function timeline(response: Pick<Response, 'status' | 'end_reason'>): {
  steps: string[]
  now: number
  failed: boolean
} {
  const { status } = response
  const isUnseen = status === 'no_show'
  const steps = ['responseStep.sent', `myResponses.status.${isUnseen ? 'no_show' : 'shown'}`]
  if (status === 'shortlisted') steps.push('myResponses.status.shortlisted')
  const isEnded = endedStatuses.includes(status)
  steps.push(isEnded ? statusKey(response) : 'responseStep.decision')
  if (isEnded) {
    const isChosen = status === 'chosen'
    return { steps, now: isChosen ? steps.length : steps.length - 1, failed: !isChosen }
  }
  return { steps, now: isUnseen ? 1 : steps.length - 1, failed: false }
}
