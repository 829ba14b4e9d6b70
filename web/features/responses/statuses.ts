import { Archive, CheckCheck, CircleX, EyeOff, type LucideIcon, Star, Trophy } from 'lucide-react'
import { type EndReason, nextOfResponse } from '#contract/lifecycle.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import type { Response } from './queries.ts'

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

/** End reasons of a listing that was closed without choosing anybody. */
const closings: (EndReason | null)[] = ['listing_closed', 'listing_deleted', 'not_renewed']

/** The words for the state of a response; "another was chosen" is not said of a listing closed without a choice. */
export function statusWord({ status, end_reason }: Pick<Response, 'status' | 'end_reason'>): string {
  return `myResponses.status.${closings.includes(end_reason) ? 'closed' : status}`
}

/** What its sender may still do (decision 104): rewrite it until it is read, take it back until somebody is chosen. */
export const canEdit = (status: Status) => status === 'no_show'
export const canWithdraw = (status: Status) => nextOfResponse(status, 'withdraw') !== undefined

const ends: Partial<Record<Status, string>> = {
  chosen: 'chosen',
  declined: 'declined',
  not_chosen: 'notChosen',
  withdrawn: 'withdrawn',
}

/** The way of a response as names of steps, and the one it stands at. */
export function timeline(status: Status): { steps: string[]; now: number; failed: boolean } {
  const middle = status === 'shortlisted' ? ['sent', 'seen', 'shortlisted'] : ['sent', 'seen']
  const last = ends[status]
  const steps = [...middle, last ?? 'decision']
  if (last)
    return { steps, now: last === 'chosen' ? steps.length : steps.length - 1, failed: last !== 'chosen' }
  return { steps, now: status === 'no_show' ? 1 : steps.length - 1, failed: false }
}
