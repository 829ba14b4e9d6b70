import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { endUnrenewedResponses, expireListings } from '#services/lifecycle/publication/expire.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { freelancer } from '#tests/support/people/people.ts'
import {
  api,
  codeOfCall,
  countMessages,
  day,
  invitePeople,
  loops,
  openInvitations,
  readNewest,
} from './steps.ts'

/** An invitation that is not answered ends with its listing, and both sides see why. */

openInvitations()

describe('an end', () => {
  const createInvited = async () => {
    const { anna, order } = await publishedOrder(api, { title: 'Ends' })
    const person = await freelancer(api, { category_id: categories.own })
    await invitePeople(anna, order.id, person)
    return { anna, id: order.id, person }
  }
  const project = (id: number) => ({ params: { id } })

  test('closing ends it and tells it; opening again brings it back', async () => {
    const { anna, id, person } = await createInvited()
    await anna.call('POST /api/projects/close/:id', project(id))
    expect(await readNewest(person)).toMatchObject({ state: 'ended', end_reason: 'listing_closed' })
    expect(await countMessages(person, 'invitation_ended')).toBe(1)
    const { id: invitation } = await readNewest(person)
    expect(
      await codeOfCall(person.call('POST /api/invitations/:id/decline', { params: { id: invitation } })),
    ).toBe('wrong_state')
    expect(await codeOfCall(invitePeople(anna, id, person))).toBe('listing_closed')
    await anna.call('POST /api/projects/reopen/:id', project(id))
    expect(await readNewest(person)).toMatchObject({ state: 'sent', end_reason: null })
    api.advanceClock(11 * 60_000)
    expect((await loops()).filter(({ listing_id }) => listing_id === id)).toEqual([])
  })

  test('the choice of somebody ends those that wait, and leaves who has declined', async () => {
    const { anna, id, person } = await createInvited()
    const decliner = await freelancer(api, { category_id: categories.own })
    await invitePeople(anna, id, decliner)
    const { id: invitation } = await readNewest(decliner)
    await decliner.call('POST /api/invitations/:id/decline', { params: { id: invitation } })
    const boris = await freelancer(api)
    const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(id))
    await anna.call('POST /api/projects/assign_executor/:id', { ...project(id), query: { response_id } })
    expect(await readNewest(person)).toMatchObject({ state: 'ended', end_reason: 'chosen_other' })
    expect(await readNewest(decliner)).toMatchObject({ state: 'declined', end_reason: null })
    expect(await countMessages(decliner, 'invitation_ended')).toBe(0)
    // A declined invitation cannot be reopened once somebody else has the order.
    expect(
      await codeOfCall(decliner.call('DELETE /api/invitations/:id/decline', { params: { id: invitation } })),
    ).toBe('wrong_state')
    expect(await readNewest(decliner)).toMatchObject({ state: 'declined' })
    await anna.call('POST /api/projects/unassign_executor/:id', project(id))
    expect(await readNewest(person)).toMatchObject({ state: 'sent' })
  })

  test('a deletion, and an expiry seven days later, with nobody else who waits', async () => {
    const deletedOrder = await createInvited()
    await deletedOrder.anna.call('DELETE /api/projects/delete', { body: { project_id: deletedOrder.id } })
    expect(await readNewest(deletedOrder.person)).toMatchObject({ end_reason: 'listing_deleted' })
    const expiredOrder = await createInvited()
    await api.owner
      .updateTable('listings')
      .set({ expires_at: api.ctx.now().toISOString() })
      .where('id', '=', expiredOrder.id)
      .execute()
    api.advanceClock(1000)
    await expireListings(api.ctx, 100)
    await endUnrenewedResponses(api.ctx, 100)
    expect(await readNewest(expiredOrder.person)).toMatchObject({ state: 'sent' })
    await api.owner
      .updateTable('listings')
      .set({ expires_at: new Date(api.ctx.now().getTime() - 7 * day).toISOString() })
      .where('id', '=', expiredOrder.id)
      .execute()
    await endUnrenewedResponses(api.ctx, 100)
    expect(await readNewest(expiredOrder.person)).toMatchObject({ state: 'ended', end_reason: 'not_renewed' })
    expect(await countMessages(expiredOrder.person, 'invitation_ended')).toBe(1)
  })

  test('the view of open loops finds one that was forgotten, and one that was not told', async () => {
    const { anna, id, person } = await createInvited()
    const loopsOfListing = async () => (await loops()).filter(({ listing_id }) => listing_id === id)
    const updated_at = new Date(api.ctx.now().getTime() - 11 * 60_000).toISOString()
    await sql`update listings set status = 'archived', updated_at = ${updated_at} where id = ${id}`.execute(
      api.owner,
    )
    expect(await loopsOfListing()).toEqual([{ loop: 'invitation_not_ended', listing_id: id }])
    await sql`update listings set status = 'published' where id = ${id}`.execute(api.owner)
    expect(await loopsOfListing()).toEqual([])
    await anna.call('POST /api/projects/close/:id', project(id))
    await sql`delete from deliveries where user_id = ${person.id} and kind = 'invitation_ended'`.execute(
      api.owner,
    )
    expect(await loopsOfListing()).toEqual([])
    await sql`update invitations set ended_at = ended_at - interval '11 minutes' where listing_id = ${id}`.execute(
      api.owner,
    )
    expect(await loopsOfListing()).toEqual([{ loop: 'invitation_not_told', listing_id: id }])
  })
})
