import type { InviteDecline } from './invitations.ts'

/** States of a request for a service, as its page shows them; texts `request.state.<state>`. */
export const requestStates = ['offered', 'countered', 'accepted', 'declined', 'withdrawn', 'lapsed'] as const
export type RequestState = (typeof requestStates)[number]

/**
 * Reasons why a request no longer waits. `client_left` and `freelancer_left`: the account of that side was deleted or
 * suspended. `removed`: the staff closed it after a report.
 */
export const requestEnds = [
  'accepted',
  'declined',
  'withdrawn',
  'lapsed',
  'client_left',
  'freelancer_left',
  'removed',
] as const
export type RequestEnd = (typeof requestEnds)[number]

/** Reasons that a freelancer is offered. Price and category are those of the own service, so they are no reasons here. */
export const requestDeclines = ['busy', 'terms'] as const satisfies InviteDecline[]

export const requestSides = ['client', 'freelancer'] as const
export type RequestSide = (typeof requestSides)[number]

/** Acts that a side of a request may do now. */
export const requestActs = ['accept', 'counter', 'decline', 'withdraw'] as const
export type RequestAct = (typeof requestActs)[number]

/** Steps of a request's story; the last ones are ends. */
export const requestSteps = ['sent', 'seen', 'countered', ...requestEnds] as const

/**
 * Paths of the mini-app for a client whose request has ended: services of the same category, and an order with its text.
 */
export function waysOn({ id, category_id }: { id: number; category_id: number | null }) {
  const category = category_id === null ? '' : `&category=${category_id}`
  return {
    similar: `/search/freelancer?show=services${category}`,
    copy: `/order/create?target=${id}&type=copy`,
  }
}

/** An answer of the client to a question of the service; the question is empty if the service has none. */
export type RequestAnswer = { question: string; answer: string }
