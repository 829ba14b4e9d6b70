import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, login } from '#tests/support/people/people.ts'
import { openConsequences } from './consequence-scenes.ts'

/** Consequences of an accepted report about a text or picture. */
const scenes = await openConsequences()
const { api, olga, fileReport, acceptReport, accept, person, readDeliveries } = scenes
beforeEach(scenes.openScenes)

describe('an accepted report', () => {
  test('about a response removes it', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    const { params } = await fileReport('response', id, anna)
    await accept(params, 'remove')
    const row = await api.ctx.db
      .selectFrom('responses')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('withdrawn')
    expect(await readDeliveries(boris)).toEqual(['moderation_consequence'])
  })

  test('about a message empties it and warns', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    const body = { user1_id: boris.id, user2_id: anna.id, other_chat: true }
    const room = await boris.call('POST /chat/create_room', { body })
    const message = await boris.call('POST /chat/send_msg', {
      body: { room_id: room.id, content: 'Переведите мне задаток' },
    })
    const { params } = await fileReport('message', message.id, anna)
    await accept(params, 'warn')
    const row = await api.ctx.db
      .selectFrom('chat_messages')
      .select(['content', 'deleted_at'])
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ content: null, deleted_at: expect.any(String) })
    expect(await readDeliveries(boris)).toEqual(['moderation_consequence'])
    expect(await codeOf(acceptReport(olga, params, 'remove'))).toBe('already_decided')
  })

  test('about a review removes it for good, and the rating no longer knows it', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const nowText = api.ctx.now().toISOString()
    const { id } = await api.ctx.db
      .insertInto('reviews')
      .values({
        listing_id: order.id,
        author_id: boris.id,
        subject_id: anna.id,
        rating: 1,
        published_at: nowText,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await api.ctx.db
      .updateTable('users')
      .set({ rating: '1', rating_count: 1 })
      .where('id', '=', anna.id)
      .execute()
    const { params } = await fileReport('review', id, anna)
    await accept(params, 'remove')
    expect(await person(anna)).toMatchObject({ rating: null, rating_count: 0 })
    const page = await boris.call('GET /api/users/:id/reviews', { params: { id: anna.id } })
    expect(page.items).toEqual([])
  })

  test('about a person takes the pictures away, and Telegram’s old one does not come back', async () => {
    const photo_url = 'https://t.me/i/userpic/320/bad.svg'
    const boris = await login(api)
    const logInAgain = () => login(api, { ...boris.account, photo_url })
    await logInAgain()
    expect(await person(boris)).toMatchObject({ photo_url })
    const { params } = await fileReport('user', boris.id)
    await accept(params, 'remove')
    expect(await person(boris)).toMatchObject({ photo_url: null, status: 'active' })
    await logInAgain()
    expect(await person(boris)).toMatchObject({ photo_url: null })
    await login(api, { ...boris.account, photo_url: 'https://t.me/i/userpic/320/good.svg' })
    expect((await person(boris)).photo_url).toContain('good')
  })
})
