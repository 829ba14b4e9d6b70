import { beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { priorityOf } from '#services/moderation/queue/priority.ts'
import { claimDeliveries } from '#services/notifications/outbox/claims.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { photo } from '#tests/api/files/uploads-corpus.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { type Message, openBot, submittedOrder, type TapResult, waitForReply } from './telegram.ts'

/**
 * Authors send evidence to moderators. Tests who may send it, when and how much, and that it appears below the review
 * card.
 */

let setup: Awaited<ReturnType<typeof openBot>>
let picture: { name: string; base64: string }
beforeAll(async () => {
  setup = await openBot()
  await setup.telegram.post('/limits', { enabled: false })
  picture = { name: 'a.jpg', base64: (await photo(300, 200).jpeg().toBuffer()).toString('base64') }
})

/** Creates an order that a moderator has rejected, with the author's chat with the bot. */
async function createRejected() {
  const { ctx, telegram, owner } = setup
  const order = await submittedOrder(setup)
  const id = order.author.telegram_id ?? 0
  await telegram.post('/users', { id, first_name: 'Игорь', language_code: 'ru' })
  await telegram.post(`/users/${id}/start`)
  const nowText = ctx.now().toISOString()
  await placeRows(owner, 'listings', { id: order.listing_id }, { status: 'rejected', rejected_at: nowText })
  const decisionColumns = {
    state: 'rejected',
    reason: 'unclear',
    effective_at: nowText,
    applied_at: nowText,
  } as const
  await placeRows(owner, 'moderation_tasks', { id: order.task_id }, decisionColumns)
  return { ...order, id }
}

/** Presses a button with callback data that a modified Telegram client could send. */
async function pressForged(id: number, callback_data: string) {
  const { message_id } = await setup.bot.api.sendMessage(id, 'Кнопка', {
    reply_markup: { inline_keyboard: [[{ text: 'Нажать', callback_data }]] },
  })
  const result = await setup.telegram.post<TapResult>(`/users/${id}/tap`, { message_id, text: 'Нажать' })
  return result.answer
}

/** @returns the bot's reply */
async function sendToBot(id: number, body: Record<string, unknown>) {
  const sentMessage = await setup.telegram.post<Message>(`/users/${id}/send`, body)
  return (await waitForReply(setup, id, sentMessage.message_id)).text ?? ''
}

const readEvidence = (listing_id: number) =>
  setup.ctx.db
    .selectFrom('deliveries')
    .select(['id', 'priority'])
    .where('kind', '=', 'moderation_evidence')
    .where((eb) => eb.or([eb(eb.ref('payload', '->>').key('listing_id'), '=', String(listing_id))]))
    .execute()

const prompts = async (listing_id: number) =>
  (await setup.ctx.db.selectFrom('bot_prompts').select('id').where('subject_id', '=', listing_id).execute())
    .length

describe('nothing is taken', () => {
  test.each(['appeal', 'answer'])('%s: about a listing of somebody else', async (kind) => {
    const [ownListing, otherListing] = [await createRejected(), await createRejected()]
    const answer = await pressForged(ownListing.id, `v1:${kind}:${otherListing.listing_id}`)
    const code = kind === 'appeal' ? 'not_found' : 'nothing_asked'
    expect(answer).toMatchObject({ text: errorText('ru', code), show_alert: true })
    expect(await prompts(otherListing.listing_id)).toBe(0)
    await sendToBot(ownListing.id, { photo: picture })
    expect(await readEvidence(otherListing.listing_id)).toEqual([])
  })

  test('about a listing that nobody has decided against', async () => {
    const { id, listing_id } = await createRejected()
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'archived' })
    const answer = await pressForged(id, `v1:appeal:${listing_id}`)
    expect(answer).toMatchObject({ text: errorText('ru', 'wrong_state'), show_alert: true })
    expect(await prompts(listing_id)).toBe(0)
  })

  test('once the state has changed behind a question that was asked in time', async () => {
    const { id, listing_id } = await createRejected()
    await pressForged(id, `v1:appeal:${listing_id}`)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'archived' })
    const album = { photo: picture, media_group_id: '92' }
    expect(await sendToBot(id, { ...album, caption: 'Размеры указаны в тексте' })).toBe(
      errorText('ru', 'wrong_state'),
    )
    await setup.telegram.post(`/users/${id}/send`, album)
    await sendToBot(id, { text: '/help' })
    expect(await readEvidence(listing_id)).toEqual([])
  })

  test('of a second appeal while the first one is open', async () => {
    const { id, listing_id } = await createRejected()
    await pressForged(id, `v1:appeal:${listing_id}`)
    const [prompt] = (await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)).slice(-1)
    await pressForged(id, `v1:appeal:${listing_id}`)
    expect(await sendToBot(id, { text: 'Размеры указаны в тексте' })).toContain('Объявление снова')
    const lateFile = {
      photo: picture,
      caption: 'И ещё раз о размерах',
      reply_to_message_id: prompt?.message_id,
    }
    expect(await sendToBot(id, lateFile)).toBe(errorText('ru', 'already_appealed'))
    expect(await pressForged(id, `v1:appeal:${listing_id}`)).toMatchObject({
      text: errorText('ru', 'already_appealed'),
    })
    expect(await readEvidence(listing_id)).toEqual([])
  })
})

test('ten files go with an appeal, the eleventh is refused with words, and the appeal goes on', async () => {
  const { id, listing_id } = await createRejected()
  await pressForged(id, `v1:appeal:${listing_id}`)
  for (let count = 1; count <= 10; count++)
    expect(await sendToBot(id, { photo: picture })).toContain('Добавьте пару слов')
  expect(await sendToBot(id, { photo: picture })).toContain('не больше 10')
  expect(await readEvidence(listing_id)).toHaveLength(10)
  expect(await sendToBot(id, { text: 'Размеры указаны в тексте' })).toContain('Объявление снова')
})

test('all parts of an album go with the appeal, and no more than ten files with them', async () => {
  const { id, listing_id } = await createRejected()
  await pressForged(id, `v1:appeal:${listing_id}`)
  const album = { photo: picture, media_group_id: '91' }
  expect(await sendToBot(id, { ...album, caption: 'Размеры указаны в тексте' })).toContain('Объявление снова')
  for (let message = 2; message <= 12; message++) await setup.telegram.post(`/users/${id}/send`, album)
  await sendToBot(id, { text: '/help' })
  expect(await readEvidence(listing_id)).toHaveLength(10)
})

test('a paid card goes before any number of files that came earlier', async () => {
  const { ctx } = setup
  await ctx.db.deleteFrom('deliveries').execute()
  const { id, listing_id } = await createRejected()
  await pressForged(id, `v1:appeal:${listing_id}`)
  for (let count = 0; count < 3; count++) await sendToBot(id, { photo: picture })
  const { task_id } = await submittedOrder(setup)
  await ctx.db.transaction().execute(async (tx) =>
    queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_card',
      payload: { task_id },
      dedupe_key: `moderation_card:${task_id}`,
      priority: await priorityOf(tx, task_id),
    }),
  )
  const nowText = new Date(Date.now() + 1000).toISOString()
  const deliveries = await claimDeliveries(ctx.db, { limit: 10, bulk: 5, now: nowText, lease_until: nowText })
  expect(deliveries.map(({ kind }) => kind)).toEqual(['moderation_card'])
})
