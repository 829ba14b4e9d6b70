import type { Response } from './queries.ts'

export const responseGroups = ['all', 'shortlisted', 'declined'] as const
export type ResponseGroup = (typeof responseGroups)[number]

/** The two piles that an author makes, and the rest. A declined one is out of sight until asked for. */
export function inGroup({ status }: Response, group: ResponseGroup): boolean {
  return group === 'all' ? status !== 'declined' : status === group
}

type Order = (a: Response, b: Response) => number

const inBase = ({ price, currency }: Response) =>
  price === null ? Number.POSITIVE_INFINITY : price * (currency?.rate_to_base ?? 1)

/** The server's own order first: paid places, then time. */
export const orders: Record<string, Order | null> = {
  default: null,
  cheap: (a, b) => inBase(a) - inBase(b),
  rating: (a, b) => (b.user.rating ?? 0) - (a.user.rating ?? 0),
  new: (a, b) => b.created_at.localeCompare(a.created_at),
}

/** Whoever was chosen stands above all. */
export function sorted(responses: Response[], by: string): Response[] {
  const compare = orders[by]
  const list = compare ? responses.toSorted(compare) : responses
  const chosen = list.filter(({ status }) => status === 'chosen')
  return [...chosen, ...list.filter(({ status }) => status !== 'chosen')]
}
