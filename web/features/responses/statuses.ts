import { Archive, CheckCheck, CircleX, EyeOff, type LucideIcon, Star, Trophy } from 'lucide-react'
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

/** The words for where a response stands; a listing that closed without a choice chose nobody else. */
export function statusWord({ status, end_reason }: Pick<Response, 'status' | 'end_reason'>): string {
  const isClosed = ['listing_closed', 'listing_deleted', 'not_renewed'].includes(end_reason ?? '')
  return `myResponses.status.${isClosed ? 'closed' : status}`
}

/** What its sender may still do (decision 104): rewrite it until it is read, take it back until somebody is chosen. */
export const canEdit = (status: Status) => status === 'no_show'
export const canWithdraw = (status: Status) => ['no_show', 'shown', 'shortlisted'].includes(status)

/** The way of a response as names of steps, and the one it stands at. */
export function timeline(status: Status): { steps: string[]; now: number; failed: boolean } {
  const middle = status === 'shortlisted' ? ['sent', 'seen', 'shortlisted'] : ['sent', 'seen']
  const end = { chosen: 'chosen', declined: 'declined', not_chosen: 'notChosen', withdrawn: 'withdrawn' }
  const last = end[status as keyof typeof end]
  const steps = [...middle, last ?? 'decision']
  if (last)
    return { steps, now: last === 'chosen' ? steps.length : steps.length - 1, failed: last !== 'chosen' }
  return { steps, now: status === 'no_show' ? 1 : steps.length - 1, failed: false }
}
