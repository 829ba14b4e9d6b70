import { afterEach, beforeAll, expect, test } from 'vitest'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { openDeliveryTest } from './mail.ts'
import { insertOrder, insertPerson } from './setup.ts'

let mail: Awaited<ReturnType<typeof openDeliveryTest>>
beforeAll(async () => {
  mail = await openDeliveryTest()
})
afterEach(() => mail.reset())

/**
 * Tells a freelancer that an author has chosen them.
 * @returns the messages that arrived
 */
async function chooseExecutor(refusal?: object) {
  const { ctx } = mail.setup
  const reader = await insertPerson(mail.setup)
  if (refusal) await mail.failSending(reader, { times: 1, error_code: 400, ...refusal })
  const listing_id = await insertOrder(mail.setup, mail.author.id)
  const { id: response_id } = await ctx.db
    .insertInto('responses')
    .values({ listing_id, user_id: reader.id, status: 'chosen', response_text: 'Сделаю' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dedupe_key = `chosen:${response_id}`
  const delivery = { kind: 'response_chosen', payload: { response_id }, dedupe_key } as const
  await ctx.db
    .transaction()
    .execute((tx) => queueDelivery(ctx, tx, { to: { user_id: reader.id }, ...delivery }))
  mail.startSending()
  await mail.inState(dedupe_key, 'sent')
  return (await mail.readReceived(reader)) as { text: string; effect_id?: string }[]
}

test('being chosen is told with an effect, other news without', async () => {
  const [firstMessage, ...otherMessages] = await chooseExecutor()
  expect(firstMessage).toMatchObject({
    effect_id: '5046509860389126442',
    text: expect.stringMatching(/^Вас выбрали/),
  })
  expect(otherMessages).toEqual([])
  const key = await mail.queueNotice(mail.author)
  await mail.inState(key, 'sent')
  expect((await mail.readReceived(mail.author)).at(-1)).not.toHaveProperty('effect_id')
})

test('where Telegram refuses the effect, the words come without it, once', async () => {
  const retriedMessages = await chooseExecutor({ description: 'Bad Request: EFFECT_ID_INVALID' })
  expect(retriedMessages).toHaveLength(1)
  expect(retriedMessages[0]).not.toHaveProperty('effect_id')
  expect(retriedMessages[0]?.text).toMatch(/^Вас выбрали/)
})
