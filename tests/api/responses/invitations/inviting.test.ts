import { beforeAll, describe, expect, test } from 'vitest'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import {
  addSkill,
  api,
  codeOfCall,
  countMessages,
  day,
  freelancers,
  invitePeople,
  listInvitations,
  openInvitations,
  readNewest,
  readReceived,
  stateOf,
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
    const sameSpeciality = await freelancer(api, { category_id: 1301 })
    const skilledPerson = await freelancer(api, { category_id: categories.other })
    await addSkill(skilledPerson, 'figma')
    await addSkill(skilledPerson, 'REACT')
    const specialityAndSkill = await freelancer(api, { category_id: 1301 })
    await addSkill(specialityAndSkill, 'Figma')
    const nearSpeciality = await freelancer(api, { category_id: 1302 })
    await freelancer(api, { category_id: categories.other })
    const busyPerson = await freelancer(api, { category_id: 1301 })
    await api.ctx.db.updateTable('users').set({ is_free: false }).where('id', '=', busyPerson.id).execute()
    const blockedPerson = await freelancer(api, { category_id: 1301 })
    await blockedPerson.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
    const switchedOffPerson = await freelancer(api, { category_id: 1301 })
    const hidingPerson = await freelancer(api, { category_id: 1301 })
    await hidingPerson.call('POST /api/hidden_authors/:user_id', { params: { user_id: anna.id } })
    const respondedPerson = await freelancer(api, { category_id: 1301 })
    await respondedPerson.call('POST /api/projects/add_resp', responseTo(order.id))
    // The author has blocked one person. Another person has hidden an order for lack of time.
    const bannedPerson = await freelancer(api, { category_id: 1301 })
    await anna.call('POST /api/blocks/:user_id', { params: { user_id: bannedPerson.id } })
    const occupiedPerson = await freelancer(api, { category_id: 1301 })
    const { order: another } = await publishedOrder(api, { title: 'Another' })
    await occupiedPerson.call('POST /api/listings/:id/not_for_me', {
      params: { id: another.id },
      body: { reason: 'busy' },
    })
    // Hiding an order because of its author does not exclude a person from invitations by other authors.
    await nearSpeciality.call('POST /api/listings/:id/not_for_me', {
      params: { id: another.id },
      body: { reason: 'author' },
    })
    await switchedOffPerson.call('POST /api/listings/:id/not_for_me', {
      params: { id: order.id },
      body: { reason: 'author' },
    })
    const { people, limit, invited } = await listInvitations(anna, order.id)
    expect([limit, invited]).toEqual([10, 0])
    expect(people.map(({ user, reason, skills }) => [user.id, reason, skills])).toEqual([
      [specialityAndSkill.id, 'speciality', ['Figma']],
      [sameSpeciality.id, 'speciality', []],
      [skilledPerson.id, 'skills', ['Figma', 'React']],
      [nearSpeciality.id, 'group', []],
    ])
    for (const person of [
      busyPerson,
      blockedPerson,
      bannedPerson,
      occupiedPerson,
      switchedOffPerson,
      hidingPerson,
      respondedPerson,
      anna,
    ])
      expect(await codeOfCall(invitePeople(anna, order.id, person))).toBe('not_invitable')
    // If one person of the list cannot be invited, the whole call fails and nobody is invited.
    expect(await codeOfCall(invitePeople(anna, order.id, sameSpeciality, busyPerson))).toBe('not_invitable')
    expect((await listInvitations(anna, order.id)).invited).toBe(0)
    await invitePeople(anna, order.id, sameSpeciality)
    expect(await readNewest(sameSpeciality)).toMatchObject({
      among: 4,
      listing_id: order.id,
      author: { id: anna.id },
    })
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
    const [boris] = freelancers as [Person]
    const list = await invitePeople(anna, id, boris)
    expect(list).toMatchObject({ invited: 1, responded: 0 })
    expect(list.people[0]).toMatchObject({ user: { id: boris.id }, invitation: { state: 'sent' } })
    expect(await countMessages(boris, 'invitation')).toBe(1)
    expect(await codeOfCall(invitePeople(anna, id, boris))).toBe('already_invited')
    const { id: invitation } = await readNewest(boris)
    const invitationParams = { params: { id: invitation } }
    await boris.call('POST /api/invitations/:id/seen', invitationParams)
    expect(await stateOf(anna, id, boris)).toBe('seen')
    expect(await boris.call('POST /api/invitations/:id/decline', invitationParams)).toMatchObject({
      state: 'declined',
    })
    expect(await stateOf(anna, id, boris)).toBe('declined')
    // Declining the invitation again, or opening it again, leaves it declined.
    await boris.call('POST /api/invitations/:id/decline', invitationParams)
    await boris.call('POST /api/invitations/:id/seen', invitationParams)
    expect(await stateOf(anna, id, boris)).toBe('declined')
    expect(await boris.call('DELETE /api/invitations/:id/decline', invitationParams)).toMatchObject({
      state: 'seen',
    })
    await boris.call('POST /api/projects/add_resp', responseTo(id))
    expect(await listInvitations(anna, id)).toMatchObject({ invited: 1, responded: 1 })
    const page = (person: Person) => person.call('GET /api/projects/:id/full_info', { params: { id } })
    expect((await page(anna)).invitations).toEqual({ invited: 1, responded: 1 })
    expect((await page(boris)).invitations).toBeNull()
    expect(await stateOf(anna, id, boris)).toBe('responded')
    expect(await codeOfCall(boris.call('POST /api/invitations/:id/decline', invitationParams))).toBe(
      'wrong_state',
    )
  })

  test('says in one press why not, and another press says otherwise; what is taken back was never said', async () => {
    const { anna, order } = await publishedOrder(api, { title: 'Why not' })
    const person = await freelancer(api, { category_id: categories.own })
    await invitePeople(anna, order.id, person)
    const { id: invitation } = await readNewest(person)
    const params = { id: invitation }
    const declineInvitation = (reason?: 'busy' | 'price') =>
      person.call('POST /api/invitations/:id/decline', { params, body: { reason } })
    const seenByAuthor = async () =>
      (await listInvitations(anna, order.id)).people[0]?.invitation?.decline_reason
    expect(await declineInvitation()).toMatchObject({ state: 'declined', decline_reason: null })
    expect(await declineInvitation('busy')).toMatchObject({ state: 'declined', decline_reason: 'busy' })
    expect(await seenByAuthor()).toBe('busy')
    // If a person declines again without a reason, the earlier reason stays.
    expect(await declineInvitation()).toMatchObject({ decline_reason: 'busy' })
    expect(await declineInvitation('price')).toMatchObject({ decline_reason: 'price' })
    expect(await seenByAuthor()).toBe('price')
    const restoredInvitation = await person.call('DELETE /api/invitations/:id/decline', { params })
    expect(restoredInvitation).toMatchObject({ state: 'seen', decline_reason: null })
    await declineInvitation('busy')
    await person.call('POST /api/projects/add_resp', responseTo(order.id))
    expect(await readNewest(person)).toMatchObject({ state: 'responded', decline_reason: null })
    expect(await seenByAuthor()).toBe(null)
    expect(await codeOfCall(declineInvitation('price'))).toBe('wrong_state')
  })

  test('carries the words of the author, and no contacts, links or scam', async () => {
    const { anna, order } = await publishedOrder(api, { title: 'In words' })
    const [one, other] = [
      await freelancer(api, { category_id: categories.own }),
      await freelancer(api, { category_id: categories.own }),
    ]
    const inviteWithWords = (words: string | undefined, person: Person) =>
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
      expect([words, await codeOfCall(inviteWithWords(words, one))]).toEqual([words, 'words_not_allowed'])
    expect(await codeOfCall(inviteWithWords('я'.repeat(301), one))).toBe('invalid_input')
    expect(await readReceived(one)).toEqual([])
    await inviteWithWords('  Видели ваш заказ для пекарни, нужен такой же. ', one)
    expect(await readNewest(one)).toMatchObject({ words: 'Видели ваш заказ для пекарни, нужен такой же.' })
    await inviteWithWords('  ', other)
    expect(await readNewest(other)).toMatchObject({ words: null, is_open: true, deadline: order.deadline })
  })

  test('names the price of the listing while it takes responses', async () => {
    const { anna, order } = await publishedOrder(api, { title: 'With a price' })
    const person = await freelancer(api, { category_id: categories.own })
    await invitePeople(anna, order.id, person)
    const { price, min_stake, max_stake, payment_format: unit } = order
    const isRange = min_stake !== null || max_stake !== null
    const [from, to] = isRange ? [min_stake, max_stake] : [price, price]
    expect(from ?? to).toBeGreaterThan(0)
    const { id: currencyId } = order.currency ?? {}
    const received = await readNewest(person)
    expect(received.price).toMatchObject({ from, to, unit, currency: { id: currencyId } })
    await anna.call('POST /api/projects/close/:id', { params: { id: order.id } })
    expect(await readNewest(person)).toMatchObject({ is_open: false, price: null })
  })

  test('waits before all that is over, however much came later', async () => {
    const { anna, order } = await publishedOrder(api, { title: 'The first' })
    const person = await freelancer(api, { category_id: categories.own })
    await invitePeople(anna, order.id, person)
    const laterOrder = await publishedOrder(api, { title: 'The second' })
    await invitePeople(laterOrder.anna, laterOrder.order.id, person)
    const { id } = await readNewest(person)
    await person.call('POST /api/invitations/:id/decline', { params: { id } })
    expect((await readReceived(person)).map(({ title, state }) => [title, state])).toEqual([
      ['The first', 'sent'],
      ['The second', 'declined'],
    ])
  })

  test('belongs to who got it and to the author of the listing', async () => {
    const [, vera, gleb] = freelancers as [Person, Person, Person]
    await invitePeople(anna, id, vera)
    const { id: invitation } = await readNewest(vera)
    const invitationParams = { params: { id: invitation } }
    expect(await readReceived(gleb)).toEqual([])
    expect(await codeOfCall(gleb.call('POST /api/invitations/:id/decline', invitationParams))).toBe(
      'not_found',
    )
    expect(await codeOfCall(gleb.call('POST /api/invitations/:id/seen', invitationParams))).toBe('not_found')
    expect(await codeOfCall(listInvitations(gleb, id))).toBe('not_owner')
    expect(await codeOfCall(invitePeople(gleb, id, vera))).toBe('not_owner')
    // The invitation is hidden while the invited person blocks the author.
    await vera.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
    expect(await readReceived(vera)).toEqual([])
    await vera.call('DELETE /api/blocks/:user_id', { params: { user_id: anna.id } })
  })

  test('ten for a listing, and five a day for one person', async () => {
    const otherFreelancers = freelancers.slice(2)
    await invitePeople(anna, id, ...otherFreelancers.slice(0, 8))
    expect(await codeOfCall(invitePeople(anna, id, otherFreelancers[8] as Person))).toBe('invitations_over')
    expect((await listInvitations(anna, id)).invited).toBe(10)
    const last = otherFreelancers[9] as Person
    for (let n = 0; n < 5; n++) {
      const otherOrder = await publishedOrder(api, { title: `Other ${n}` }, await client(api))
      await invitePeople(otherOrder.anna, otherOrder.order.id, last)
    }
    const { anna: sixth, order } = await publishedOrder(api, { title: 'The sixth' }, await client(api))
    expect(await codeOfCall(invitePeople(sixth, order.id, last))).toBe('too_many_invitations')
    const { db } = api.ctx
    const yesterday = new Date(api.ctx.now().getTime() - day - 1000).toISOString()
    await db
      .updateTable('invitations')
      .set({ created_at: yesterday })
      .where('user_id', '=', last.id)
      .execute()
    await invitePeople(sixth, order.id, last)
  })
})
