import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideOrder } from '#services/listings/audience/hidden-listings.ts'
import { renderInvitation } from '#services/responses/invitations/messages.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, type Person } from '#tests/support/people/people.ts'
import { share } from '#tests/support/run/share.ts'
import {
  api,
  codeOfCall,
  freelancers,
  invitePeople,
  listInvitations,
  openInvitations,
  readReceived,
} from './steps.ts'

/**
 * Compares the people whom an author may invite, and the people who then see the invitation, with a plain model.
 * Relations between the author and the freelancers are random.
 */

openInvitations()

/** Facts about a person before an invitation. Each may prevent the person from being invited to the author's order. */
type InvitationFacts = {
  category_id: number | null
  is_free: boolean
  is_contractor: boolean
  is_only_remote: boolean
  response: 'none' | 'waiting' | 'withdrawn'
  mark: 'none' | 'this_order' | 'busy_now' | 'busy_over' | 'author' | 'other_author'
  hides: 'nobody' | 'the_author' | 'somebody'
  block: 'none' | 'by_author' | 'by_person' | 'by_both' | 'of_somebody'
}
/** Facts about a person who may be invited. */
const invitablePersonFacts: InvitationFacts = {
  category_id: categories.own,
  is_free: true,
  is_contractor: true,
  is_only_remote: false,
  response: 'none',
  mark: 'none',
  hides: 'nobody',
  block: 'none',
}
const deviations: Partial<InvitationFacts>[] = [
  {},
  { category_id: categories.sibling },
  { category_id: categories.other },
  { category_id: null },
  { is_free: false },
  { is_contractor: false },
  { is_only_remote: true },
  { response: 'waiting' },
  { response: 'withdrawn' },
  { mark: 'this_order' },
  { mark: 'busy_now' },
  { mark: 'busy_over' },
  { mark: 'author' },
  { mark: 'other_author' },
  { hides: 'the_author' },
  { hides: 'somebody' },
  { block: 'by_author' },
  { block: 'by_person' },
  { block: 'by_both' },
  { block: 'of_somebody' },
]
const size = 10
const crowdOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: size, maxLength: size })
/** A person who differs from the usual facts in one or two ways. */
const arbitraryStanding: fc.Arbitrary<InvitationFacts> = fc
  .tuple(fc.constantFrom(...deviations), fc.oneof(fc.constant({}), fc.constantFrom(...deviations)))
  .map(([one, other]) => ({ ...invitablePersonFacts, ...one, ...other }))
/** Events after the invitation was sent. */
type EventsAfterInvitation = { block: InvitationFacts['block']; answer: 'none' | 'declined' }
type End = 'none' | 'hidden' | 'closed'
const arbitraryEvents: fc.Arbitrary<EventsAfterInvitation> = fc.record({
  block: fc.constantFrom('none', 'none', 'by_author', 'by_person', 'by_both', 'of_somebody'),
  answer: fc.constantFrom('none', 'declined'),
})

/**
 * True if the rule in the help texts allows the invitation: the person's speciality is near, the person is available,
 * and no refusal, block or open response stands against it.
 */
function mayBeInvited(one: InvitationFacts, isRemote: boolean): boolean {
  const isNear = one.category_id === categories.own || one.category_id === categories.sibling
  const isWilling = one.is_free && one.is_contractor && (isRemote || !one.is_only_remote)
  const hasRefused = ['this_order', 'busy_now', 'author'].includes(one.mark) || one.hides === 'the_author'
  return isNear && isWilling && !hasRefused && one.response !== 'waiting' && !isBlocked(one.block)
}
const isBlocked = (block: InvitationFacts['block']) => ['by_author', 'by_person', 'by_both'].includes(block)

async function placeBlock(block: InvitationFacts['block'], person: Person, author: Person): Promise<void> {
  const pairs = [
    ...(block === 'by_author' || block === 'by_both' ? [[author.id, person.id]] : []),
    ...(block === 'by_person' || block === 'by_both' ? [[person.id, author.id]] : []),
    // Blocks between the person and another author do not affect invitations by this author.
    ...(block === 'of_somebody'
      ? [
          [person.id, otherAuthor.author.id],
          [otherAuthor.author.id, person.id],
        ]
      : []),
  ]
  const rows = pairs.map(([user_id = 0, blocked_id = 0]) => ({ user_id, blocked_id }))
  if (rows.length > 0) await api.owner.insertInto('user_blocks').values(rows).execute()
}

/** Another author. No freelancer of this test has the speciality of that author's order. */
let otherAuthor: { author: Person; order_id: number }

async function applyStanding(
  one: InvitationFacts,
  person: Person,
  { author, order_id }: typeof otherAuthor,
): Promise<void> {
  const { category_id, is_free, is_contractor, is_only_remote, response, mark, hides, block } = one
  const { owner, ctx } = api
  await owner
    .updateTable('users')
    .set({ category_id, is_free, is_contractor, is_only_remote })
    .where('id', '=', person.id)
    .execute()
  if (response !== 'none')
    await owner
      .insertInto('responses')
      .values({
        listing_id: order_id,
        user_id: person.id,
        response_text: 'Сделаю',
        status: response === 'waiting' ? 'no_show' : 'withdrawn',
      })
      .execute()
  if (mark !== 'none') {
    const isOther = mark.startsWith('busy') || mark === 'other_author'
    const reason = mark === 'this_order' ? 'topic' : mark.startsWith('busy') ? 'busy' : 'author'
    const listing_id = isOther ? otherAuthor.order_id : order_id
    const request = { user_id: person.id, listing_id, reason } as const
    await ctx.db.transaction().execute((tx) => hideOrder(ctx, tx, request))
    if (mark === 'busy_over') {
      const endOfBusyTime = new Date(ctx.now().getTime() - 1000).toISOString()
      await owner
        .updateTable('not_for_me')
        .set({ until: endOfBusyTime })
        .where('user_id', '=', person.id)
        .execute()
    }
  }
  if (hides !== 'nobody') {
    const user_id = hides === 'the_author' ? author.id : otherAuthor.author.id
    await person.call('POST /api/hidden_authors/:user_id', { params: { user_id } })
  }
  await placeBlock(block, person, author)
}

async function forgetStandings(): Promise<void> {
  const { owner } = api
  const ids = freelancers.map(({ id }) => id)
  await owner.deleteFrom('invitations').execute()
  await owner.deleteFrom('user_blocks').execute()
  await owner.deleteFrom('hidden_authors').where('user_id', 'in', ids).execute()
  await owner.deleteFrom('not_for_me').where('user_id', 'in', ids).execute()
}

/** The title of the bot's message about the invitation; null if the bot sends none. */
async function messageOf(person: Person, invitation_id: number): Promise<string | null> {
  const reader = { chat_id: person.account.id, language: 'ru', is_private: true } as const
  return (await renderInvitation(api.ctx, reader, invitation_id, person.id))?.text ?? null
}

async function endListing(author: Person, id: number, end: End): Promise<void> {
  if (end === 'closed') await author.call('POST /api/projects/close/:id', { params: { id } })
  const body = { project_id: id, is_published: false } as never
  if (end === 'hidden') await author.call('POST /api/projects/edit_project_is_published', { body })
}

type Scene = { isRemote: boolean; standings: InvitationFacts[]; later: EventsAfterInvitation[]; end: End }

async function checkScene({ isRemote, standings, later, end }: Scene): Promise<void> {
  await forgetStandings()
  const { anna, order } = await publishedOrder(api)
  await api.owner.updateTable('listings').set({ is_remote: isRemote }).where('id', '=', order.id).execute()
  const people = freelancers.slice(0, size)
  // Makes all freelancers outside the sample unavailable for orders.
  await api.owner
    .updateTable('users')
    .set({ is_free: false })
    .where(
      'id',
      'in',
      freelancers.slice(size).map(({ id }) => id),
    )
    .execute()
  for (const [n, one] of standings.entries())
    await applyStanding(one, people[n] as Person, { author: anna, order_id: order.id })

  const invitable = people.filter((_, n) => mayBeInvited(standings[n] as InvitationFacts, isRemote))
  const idsOf = (items: { id: number }[]) => items.map(({ id }) => id).toSorted((a, b) => a - b)
  const proposedPeople = (await listInvitations(anna, order.id)).people
  expect(idsOf(proposedPeople.map(({ user }) => user))).toEqual(idsOf(invitable))
  for (const person of people)
    expect([person.id, await codeOfCall(invitePeople(anna, order.id, person))]).toEqual([
      person.id,
      invitable.includes(person) ? 'accepted' : 'not_invitable',
    ])

  const { people: afterInvites } = await listInvitations(anna, order.id)
  const invitationOf = ({ id }: Person) =>
    afterInvites.find(({ user }) => user.id === id)?.invitation?.id ?? 0
  for (const [n, { answer }] of later.entries()) {
    const person = people[n] as Person
    if (answer === 'declined' && invitable.includes(person))
      await person.call('POST /api/invitations/:id/decline', { params: { id: invitationOf(person) } })
  }
  await endListing(anna, order.id, end)
  await api.owner.deleteFrom('user_blocks').execute()
  for (const [n, { block }] of later.entries()) await placeBlock(block, people[n] as Person, anna)

  for (const [n, person] of people.entries()) {
    const { block, answer } = later[n] as EventsAfterInvitation
    const isInvited = invitable.includes(person)
    const isSeen = isInvited && !isBlocked(block)
    const receivedStates = (await readReceived(person)).map(({ listing_id, state }) => [listing_id, state])
    const state = answer === 'declined' ? 'declined' : end === 'closed' ? 'ended' : 'sent'
    expect([person.id, receivedStates]).toEqual([person.id, isSeen ? [[order.id, state]] : []])
    if (!isInvited) continue
    const id = invitationOf(person)
    expect([person.id, (await messageOf(person, id)) !== null]).toEqual([person.id, isSeen])
    // Declining an invitation that the person cannot see changes nothing. The author still sees whom they invited.
    const reply = person.call('POST /api/invitations/:id/decline', {
      params: { id },
      body: { reason: 'busy' },
    })
    const isOver = state === 'ended'
    const expected = !isSeen ? 'not_found' : isOver ? 'wrong_state' : 'accepted'
    expect([person.id, await codeOfCall(reply)]).toEqual([person.id, expected])
    const ownInvitation = (await listInvitations(anna, order.id)).people.find(
      ({ user }) => user.id === person.id,
    )
    expect([person.id, ownInvitation?.invitation?.state]).toEqual([
      person.id,
      isSeen && !isOver ? 'declined' : state,
    ])
  }
  const stranger = freelancers[size] as Person
  expect(await readReceived(stranger)).toEqual([])
  // A person who may not see the order does not learn that it exists.
  expect(await codeOfCall(listInvitations(stranger, order.id))).toBe(
    end === 'none' ? 'not_owner' : 'not_found',
  )
}

test('who may be invited, and who sees it afterwards, is what a plain model says', async () => {
  const author = await client(api)
  const { order } = await publishedOrder(api, { category_id: 1301 }, author)
  otherAuthor = { author, order_id: order.id }
  const scenes = fc.record({
    isRemote: fc.boolean(),
    standings: crowdOf(arbitraryStanding),
    later: crowdOf(arbitraryEvents),
    end: fc.constantFrom<End>('none', 'hidden', 'closed'),
  })
  const alone = deviations.map((one): InvitationFacts => ({ ...invitablePersonFacts, ...one }))
  const turns: EventsAfterInvitation[] = [
    { block: 'by_author', answer: 'none' },
    { block: 'by_person', answer: 'none' },
    { block: 'by_both', answer: 'none' },
    { block: 'of_somebody', answer: 'none' },
    { block: 'none', answer: 'declined' },
  ]
  const laterTurns = [...turns, ...turns]
  const examples = [0, size].map((from): [Scene] => [
    { isRemote: false, standings: alone.slice(from, from + size), later: laterTurns, end: 'none' },
  ])
  await fc.assert(fc.asyncProperty(scenes, checkScene), {
    numRuns: share(12, 4),
    endOnFailure: true,
    examples,
  })
})
