import type { InviteDecline } from '#contract/invitations.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { Random } from '#tests/support/run/random.ts'
import { attempt, type PlacedListing, respond, type SentResponse } from './acts.ts'
import type { Actor } from './people.ts'

/**
 * Actions of authors who invite people, and of the invited people. The people record their own actions, as in acts.ts.
 */

export type SentInvitation = {
  listing: PlacedListing
  to: Actor
  /** Time in milliseconds by the test clock. */
  at: number
  words: string | null
  answer: 'nothing' | 'declined'
  reason: InviteDecline | null
}

const maxInvited = 4
const words = 'Видели вашу работу для пекарни, нужен такой же сайт.'
const reasons = ['busy', 'category', 'price', 'terms'] as const

/** Has the author invite some people who fit a new listing. */
export async function inviteFittingPeople(
  { api }: MoneyWorld,
  listing: PlacedListing,
  people: ReadonlyMap<number, Actor>,
  chance: Random,
): Promise<SentInvitation[]> {
  const call = await listing.author.open()
  const params = { id: listing.id }
  const list = await call('GET /api/listings/:id/invitations', { params })
  const fittingPeople = list.people.flatMap(({ user, invitation }) =>
    invitation ? [] : (people.get(user.id) ?? []),
  )
  const chosenPeople = new Set(
    Array.from({ length: fittingPeople.length && 1 + chance.below(maxInvited) }, () =>
      chance.of(fittingPeople),
    ),
  )
  const ownWords = chance.happens(0.5) ? words : null
  const invitations: SentInvitation[] = []
  // Each person is invited by a call of their own. If one has reached the daily limit of invitations, the others are
  // still invited.
  for (const to of chosenPeople) {
    const body = { user_ids: [to.id], words: ownWords ?? undefined }
    const at = api.ctx.now().getTime()
    if (await attempt(() => call('POST /api/listings/:id/invitations', { params, body })))
      invitations.push({ listing, to, at, words: ownWords, answer: 'nothing', reason: null })
  }
  return invitations
}

/**
 * Runs the actions of an invited person on one day while the invitation is open.
 * @returns the response, if the person responds
 */
export async function answerInvitation(
  world: MoneyWorld,
  invitation: SentInvitation,
  chance: Random,
): Promise<SentResponse | undefined> {
  const { to, listing } = invitation
  const { behaviour } = to
  if (behaviour === 'never' || chance.happens(0.4)) return undefined
  const call = await to.open()
  const receivedInvitations = await call('GET /api/invitations', {})
  const row = receivedInvitations.find(({ listing_id }) => listing_id === listing.id)
  const isUnanswered = row?.state === 'sent' || row?.state === 'seen'
  if (!row || !isUnanswered || !row.is_open) return undefined
  const params = { id: row.id }
  await call('POST /api/invitations/:id/seen', { params })
  if (behaviour === 'looks') return undefined
  if (behaviour === 'responds') return respond(world, to, listing, false)
  const declineInvitation = (reason?: InviteDecline) =>
    attempt(() => call('POST /api/invitations/:id/decline', { params, body: { reason } }))
  if (!(await declineInvitation())) return undefined
  invitation.answer = 'declined'
  if (behaviour === 'says_why') {
    const reason = chance.of(reasons)
    if (await declineInvitation(reason)) invitation.reason = reason
  }
  if (behaviour !== 'changes_mind') return undefined
  if (await attempt(() => call('DELETE /api/invitations/:id/decline', { params })))
    invitation.answer = 'nothing'
  return respond(world, to, listing, false)
}
