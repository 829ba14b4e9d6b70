import type { InviteDecline } from '#contract/invitations.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { Random } from '#tests/support/run/random.ts'
import { attempt, type Placed, respond, type Sent } from './acts.ts'
import type { Actor } from './people.ts'

/** Inviting authors and the invited people. They record their own acts, as in acts.ts. */

export type Invited = {
  listing: Placed
  to: Actor
  /** Time by the season's clock. */
  at: number
  words: string | null
  said: 'nothing' | 'declined'
  reason: InviteDecline | null
}

const most = 4
const words = 'Видели вашу работу для пекарни, нужен такой же сайт.'
const reasons = ['busy', 'category', 'price', 'terms'] as const

/** The author invites some people who fit a new listing. */
export async function inviteSome(
  { api }: MoneyWorld,
  listing: Placed,
  people: ReadonlyMap<number, Actor>,
  chance: Random,
): Promise<Invited[]> {
  const call = await listing.author.open()
  const params = { id: listing.id }
  const list = await call('GET /api/listings/:id/invitations', { params })
  const fitting = list.people.flatMap(({ user, invitation }) =>
    invitation ? [] : (people.get(user.id) ?? []),
  )
  const wanted = new Set(
    Array.from({ length: fitting.length && 1 + chance.below(most) }, () => chance.of(fitting)),
  )
  const own = chance.happens(0.5) ? words : null
  const invited: Invited[] = []
  // People are invited one by one, so that others are still invited if one has reached the daily limit.
  for (const to of wanted) {
    const body = { user_ids: [to.id], words: own ?? undefined }
    const at = api.ctx.now().getTime()
    if (await attempt(() => call('POST /api/listings/:id/invitations', { params, body })))
      invited.push({ listing, to, at, words: own, said: 'nothing', reason: null })
  }
  return invited
}

/** Acts of the invited person on a day when the invitation is open. @returns the response, if any */
export async function answer(world: MoneyWorld, one: Invited, chance: Random): Promise<Sent | undefined> {
  const { to, listing } = one
  const { manner } = to
  if (manner === 'never' || chance.happens(0.4)) return undefined
  const call = await to.open()
  const received = await call('GET /api/invitations', {})
  const found = received.find(({ listing_id }) => listing_id === listing.id)
  const waits = found?.state === 'sent' || found?.state === 'seen'
  if (!found || !waits || !found.is_open) return undefined
  const params = { id: found.id }
  await call('POST /api/invitations/:id/seen', { params })
  if (manner === 'looks') return undefined
  if (manner === 'responds') return respond(world, to, listing, false)
  const decline = (reason?: InviteDecline) =>
    attempt(() => call('POST /api/invitations/:id/decline', { params, body: { reason } }))
  if (!(await decline())) return undefined
  one.said = 'declined'
  if (manner === 'says_why') {
    const reason = chance.of(reasons)
    if (await decline(reason)) one.reason = reason
  }
  if (manner !== 'changes_mind') return undefined
  if (await attempt(() => call('DELETE /api/invitations/:id/decline', { params }))) one.said = 'nothing'
  return respond(world, to, listing, false)
}
