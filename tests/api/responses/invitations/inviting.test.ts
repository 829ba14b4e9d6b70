import { beforeAll, describe, expect, test } from 'vitest'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import {
  api,
  code,
  crowd,
  day,
  invite,
  knowing,
  listed,
  newest,
  openInvitations,
  received,
  stateOf,
  told,
} from './steps.ts'

/** An author invites suitable people; each may answer or decline, and both sides see the state. */

openInvitations()

describe('who is proposed', () => {
  test('people who fit by the score of the collection, with the reason; nobody else', async () => {
    const { anna, order } = await publishedOrder(api, {
      title: 'Rare',
      category_id: 1301,
      skills: ['Figma', 'React'],
    })
    const own = await freelancer(api, { category_id: 1301 })
    const skilled = await freelancer(api, { category_id: categories.other })
    await knowing(skilled, 'figma')
    await knowing(skilled, 'REACT')
    const both = await freelancer(api, { category_id: 1301 })
    await knowing(both, 'Figma')
    const near = await freelancer(api, { category_id: 1302 })
    await freelancer(api, { category_id: categories.other })
    const busy = await freelancer(api, { category_id: 1301 })
    await api.ctx.db.updateTable('users').set({ is_free: false }).where('id', '=', busy.id).execute()
    const blocked = await freelancer(api, { category_id: 1301 })
    await blocked.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
    const unwilling = await freelancer(api, { category_id: 1301 })
    const hiding = await freelancer(api, { category_id: 1301 })
    await hiding.call('POST /api/hidden_authors/:user_id', { params: { user_id: anna.id } })
    const answered = await freelancer(api, { category_id: 1301 })
    await answered.call('POST /api/projects/add_resp', responseTo(order.id))
    // One person is blocked by the author, and one has declined an order for lack of time.
    const banned = await freelancer(api, { category_id: 1301 })
    await anna.call('POST /api/blocks/:user_id', { params: { user_id: banned.id } })
    const occupied = await freelancer(api, { category_id: 1301 })
    const { order: another } = await publishedOrder(api, { title: 'Another' })
    await occupied.call('POST /api/listings/:id/not_for_me', {
      params: { id: another.id },
      body: { reason: 'busy' },
    })
    // A reason given for another order does not matter here.
    await near.call('POST /api/listings/:id/not_for_me', {
      params: { id: another.id },
      body: { reason: 'author' },
    })
    await unwilling.call('POST /api/listings/:id/not_for_me', {
      params: { id: order.id },
      body: { reason: 'author' },
    })
    const { people, limit, invited } = await listed(anna, order.id)
    expect([limit, invited]).toEqual([10, 0])
    expect(people.map(({ user, reason, skills }) => [user.id, reason, skills])).toEqual([
      [both.id, 'speciality', ['Figma']],
      [own.id, 'speciality', []],
      [skilled.id, 'skills', ['Figma', 'React']],
      [near.id, 'group', []],
    ])
    for (const person of [busy, blocked, banned, occupied, unwilling, hiding, answered, anna])
      expect(await code(invite(anna, order.id, person))).toBe('not_invitable')
    // One person who cannot be invited makes the whole call fail.
    expect(await code(invite(anna, order.id, own, busy))).toBe('not_invitable')
    expect((await listed(anna, order.id)).invited).toBe(0)
    await invite(anna, order.id, own)
    expect(await newest(own)).toMatchObject({ among: 4, listing_id: order.id, author: { id: anna.id } })
  })
})

describe('an invitation', () => {
  let anna: Person
  let id: number
  beforeAll(async () => {
    const { anna: author, order } = await publishedOrder(api, { title: 'Invited' })
    anna = author
    id = order.id
  })

  test('is told once, seen, declined with one tap and taken back, and the author sees each step', async () => {
    const [boris] = crowd as [Person]
    const list = await invite(anna, id, boris)
    expect(list).toMatchObject({ invited: 1, responded: 0 })
    expect(list.people[0]).toMatchObject({ user: { id: boris.id }, invitation: { state: 'sent' } })
    expect(await told(boris, 'invitation')).toBe(1)
    expect(await code(invite(anna, id, boris))).toBe('already_invited')
    const { id: invitation } = await newest(boris)
    const one = { params: { id: invitation } }
    await boris.call('POST /api/invitations/:id/seen', one)
    expect(await stateOf(anna, id, boris)).toBe('seen')
    expect(await boris.call('POST /api/invitations/:id/decline', one)).toMatchObject({ state: 'declined' })
    expect(await stateOf(anna, id, boris)).toBe('declined')
    // Repeated declining changes nothing, and opening the invitation again leaves it declined.
    await boris.call('POST /api/invitations/:id/decline', one)
    await boris.call('POST /api/invitations/:id/seen', one)
    expect(await stateOf(anna, id, boris)).toBe('declined')
    expect(await boris.call('DELETE /api/invitations/:id/decline', one)).toMatchObject({ state: 'seen' })
    await boris.call('POST /api/projects/add_resp', responseTo(id))
    expect(await listed(anna, id)).toMatchObject({ invited: 1, responded: 1 })
    expect(await stateOf(anna, id, boris)).toBe('responded')
    expect(await code(boris.call('POST /api/invitations/:id/decline', one))).toBe('wrong_state')
  })

  test('says in one press why not, and another press says otherwise; what is taken back was never said', async () => {
    const { anna, order } = await publishedOrder(api, { title: 'Why not' })
    const person = await freelancer(api, { category_id: categories.own })
    await invite(anna, order.id, person)
    const { id: invitation } = await newest(person)
    const params = { id: invitation }
    const decline = (reason?: 'busy' | 'price') =>
      person.call('POST /api/invitations/:id/decline', { params, body: { reason } })
    const seenByAuthor = async () => (await listed(anna, order.id)).people[0]?.invitation?.decline_reason
    expect(await decline()).toMatchObject({ state: 'declined', decline_reason: null })
    expect(await decline('busy')).toMatchObject({ state: 'declined', decline_reason: 'busy' })
    expect(await seenByAuthor()).toBe('busy')
    // Declining again without a reason keeps the earlier reason.
    expect(await decline()).toMatchObject({ decline_reason: 'busy' })
    expect(await decline('price')).toMatchObject({ decline_reason: 'price' })
    expect(await seenByAuthor()).toBe('price')
    const back = await person.call('DELETE /api/invitations/:id/decline', { params })
    expect(back).toMatchObject({ state: 'seen', decline_reason: null })
    await decline('busy')
    await person.call('POST /api/projects/add_resp', responseTo(order.id))
    expect(await newest(person)).toMatchObject({ state: 'responded', decline_reason: null })
    expect(await seenByAuthor()).toBe(null)
    expect(await code(decline('price'))).toBe('wrong_state')
  })

  test('carries the words of the author, and no contacts, links or scam', async () => {
    const { anna, order } = await publishedOrder(api, { title: 'In words' })
    const [one, other] = [
      await freelancer(api, { category_id: categories.own }),
      await freelancer(api, { category_id: categories.own }),
    ]
    const say = (words: string | undefined, person: Person) =>
      anna.call('POST /api/listings/:id/invitations', {
        params: { id: order.id },
        body: { user_ids: [person.id], words },
      })
    for (const words of [
      'Пишите мне на anna@example.com',
      'Мой телеграм @anna_zerno, жду',
      'Подробности на https://example.com/zadanie',
      'Лёгкие деньги: переведите деньги за доступ, и начнём',
    ])
      expect([words, await code(say(words, one))]).toEqual([words, 'words_not_allowed'])
    expect(await code(say('я'.repeat(301), one))).toBe('invalid_input')
    expect(await received(one)).toEqual([])
    await say('  Видели ваш заказ для пекарни, нужен такой же. ', one)
    expect(await newest(one)).toMatchObject({ words: 'Видели ваш заказ для пекарни, нужен такой же.' })
    await say('  ', other)
    expect(await newest(other)).toMatchObject({ words: null, is_open: true })
  })

  test('waits before all that is over, however much came later', async () => {
    const { anna, order } = await publishedOrder(api, { title: 'The first' })
    const person = await freelancer(api, { category_id: categories.own })
    await invite(anna, order.id, person)
    const later = await publishedOrder(api, { title: 'The second' })
    await invite(later.anna, later.order.id, person)
    const { id } = await newest(person)
    await person.call('POST /api/invitations/:id/decline', { params: { id } })
    expect((await received(person)).map(({ title, state }) => [title, state])).toEqual([
      ['The first', 'sent'],
      ['The second', 'declined'],
    ])
  })

  test('belongs to who got it and to the author of the listing', async () => {
    const [, vera, gleb] = crowd as [Person, Person, Person]
    await invite(anna, id, vera)
    const { id: invitation } = await newest(vera)
    const one = { params: { id: invitation } }
    expect(await received(gleb)).toEqual([])
    expect(await code(gleb.call('POST /api/invitations/:id/decline', one))).toBe('not_found')
    expect(await code(gleb.call('POST /api/invitations/:id/seen', one))).toBe('not_found')
    expect(await code(listed(gleb, id))).toBe('not_owner')
    expect(await code(invite(gleb, id, vera))).toBe('not_owner')
    // The invitation is hidden while the invited person blocks the author.
    await vera.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
    expect(await received(vera)).toEqual([])
    await vera.call('DELETE /api/blocks/:user_id', { params: { user_id: anna.id } })
  })

  test('ten for a listing, and five a day for one person', async () => {
    const rest = crowd.slice(2)
    await invite(anna, id, ...rest.slice(0, 8))
    expect(await code(invite(anna, id, rest[8] as Person))).toBe('invitations_over')
    expect((await listed(anna, id)).invited).toBe(10)
    const last = rest[9] as Person
    for (let n = 0; n < 5; n++) {
      const other = await publishedOrder(api, { title: `Other ${n}` }, await client(api))
      await invite(other.anna, other.order.id, last)
    }
    const { anna: sixth, order } = await publishedOrder(api, { title: 'The sixth' }, await client(api))
    expect(await code(invite(sixth, order.id, last))).toBe('too_many_invitations')
    const { db } = api.ctx
    const yesterday = new Date(api.ctx.now().getTime() - day - 1000).toISOString()
    await db
      .updateTable('invitations')
      .set({ created_at: yesterday })
      .where('user_id', '=', last.id)
      .execute()
    await invite(sixth, order.id, last)
  })
})
