import { beforeAll, expect, test } from 'vitest'
import { getTask } from '#services/admin/moderation/queue.ts'
import { errorText } from '#services/core/text/i18n.ts'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { moderationCard } from '#services/moderation/card/review-card.ts'
import { approve, reject } from '#services/moderation/decisions/actions.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { share } from '#tests/support/run/share.ts'
import { connectQueues } from '#workers/engine/queues.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { moderationDecisions } from '#workers/events/moderation.ts'
import { type Message, moderatorInChat, openBot, pressInGroup, submittedOrder } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
let moderatorPair: Awaited<ReturnType<typeof moderatorInChat>>[]

beforeAll(async () => {
  setup = await openBot()
  setup.ctx.config.MODERATION_UNDO_MS = 0
  await setup.telegram.post('/limits', { enabled: false })
  moderatorPair = [await moderatorInChat(setup), await moderatorInChat(setup)]
  const connection = connectQueues(setup.ctx, 'worker')
  const workers = [startRelay(setup.ctx), moderationDecisions.start(setup.ctx, connection)]
  return async () => {
    for (const worker of workers) await worker.stop()
    connection.disconnect()
  }
})

/** Sends a review card directly, because the group's rate limit would make the test last minutes. */
async function sendCardTo(chat_id: number, task_id: number): Promise<number> {
  const reader = { chat_id, language: 'ru', is_private: false } as const
  const card = await moderationCard.compose(setup.ctx, { task_id }, reader)
  const { message_id } = await setup.bot.api.sendMessage(chat_id, card?.text ?? '', {
    parse_mode: 'HTML',
    reply_markup: { inline_keyboard: card?.keyboard ?? [] },
  })
  return message_id
}

async function readOutcome(listing_id: number) {
  const status = await eventually(async () => {
    const listing = await setup.ctx.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', listing_id)
      .executeTakeFirstOrThrow()
    return listing.status !== 'moderation' && listing.status
  })
  const events = await setup.ctx.db.selectFrom('events').select(['topic', 'payload']).execute()
  const audit = await setup.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', listing_id)
    .orderBy('id')
    .execute()
  return {
    status,
    news: events.filter(
      ({ topic, payload }) => topic !== 'listing.submitted' && payload.listing_id === listing_id,
    ),
    audit: audit.map(({ action }) => action),
  }
}

test('of two moderators pressing at once exactly one decides', async () => {
  const chat_id = setup.ctx.config.MODERATORS_CHAT_ID
  for (let round = 0; round < 20; round++) {
    const { listing_id, task_id } = await submittedOrder(setup)
    const message_id = await sendCardTo(chat_id, task_id)
    const button = { chat_id, message_id, text: 'Одобрить' }
    const presses = moderatorPair.map(({ telegram_id }) => pressInGroup(setup, telegram_id, button))
    const answers = (await Promise.all(presses)).map(({ answer }) => answer?.text).sort()
    expect(answers).toEqual(['Одобрено', errorText('ru', 'already_decided')].sort())
    const { status, news, audit } = await readOutcome(listing_id)
    expect([status, news.length]).toEqual(['published', 1])
    expect(audit).toEqual(['moderation.approved', 'listing.approve'])
  }
}, 180_000)

test('an approval and a refusal at once leave one verdict and one piece of news', async () => {
  const [first, second] = moderatorPair.map(({ id }) => id)
  for (let round = 0; round < 20; round++) {
    const { listing_id, task_id } = await submittedOrder(setup)
    const results = await Promise.allSettled([
      approve(setup.ctx, { task_id, moderator_id: first ?? 0 }),
      reject(setup.ctx, { task_id, moderator_id: second ?? 0, reason: 'scam' }),
    ])
    const [refusedPress] = results.filter((result) => result.status === 'rejected')
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(refusedPress?.reason).toMatchObject({ code: 'already_decided' })
    const verdict = results[0].status === 'fulfilled' ? 'published' : 'rejected'
    const { status, news } = await readOutcome(listing_id)
    expect(status).toBe(verdict)
    expect(news.map(({ topic }) => topic)).toEqual([`listing.${verdict}`])
  }
}, 180_000)

test('a listing withdrawn before the approval takes effect stays withdrawn', async () => {
  setup.ctx.config.MODERATION_UNDO_MS = 300
  const { listing_id, task_id } = await submittedOrder(setup)
  await approve(setup.ctx, { task_id, moderator_id: moderatorPair[0]?.id ?? 0 })
  const { db } = setup.ctx
  await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'refunded' })
  await eventually(() =>
    db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('id', '=', task_id)
      .where('applied_at', 'is not', null)
      .executeTakeFirst(),
  )
  const { status, news, audit } = await readOutcome(listing_id)
  expect([status, news]).toEqual(['refunded', []])
  expect(audit.at(-1)).toBe('moderation.void')
  setup.ctx.config.MODERATION_UNDO_MS = 0
})

/**
 * Number of rounds. This test must be the last of its file, because its rounds leave jobs in queues that no worker
 * reads. The suite runs few rounds; `RACE_ROUNDS=500 node start.mjs test tests/bot/moderation-race.test.ts` runs more.
 */
const roundCount = Number(process.env.RACE_ROUNDS ?? share(200, 10))

test('one in the chat, one in the admin area: one decides, and both see what is true', async () => {
  const chat_id = setup.ctx.config.MODERATORS_CHAT_ID
  const [first, second] = moderatorPair
  const winCounts = { chat: 0, area: 0 }
  for (let round = 0; round < roundCount; round++) {
    const { listing_id, task_id } = await submittedOrder(setup)
    const message_id = await sendCardTo(chat_id, task_id)
    const button = { chat_id, message_id, text: 'Одобрить' }
    const pressApprove = () => pressInGroup(setup, first?.telegram_id ?? 0, button)
    const rejectAsSecond = () => reject(setup.ctx, { task_id, moderator_id: second?.id ?? 0, reason: 'scam' })
    // A press in the chat takes longer to arrive than a call from the admin area. The call therefore starts later, with
    // a different delay in each round.
    const [chatResult, areaCode] = await Promise.all([
      pressApprove(),
      new Promise((resolve) => setTimeout(resolve, (round % 8) * 3)).then(() => codeOf(rejectAsSecond())),
    ])
    const isChat = areaCode !== 'accepted'
    winCounts[isChat ? 'chat' : 'area']++
    if (isChat) expect(areaCode).toBe('already_decided')
    expect(chatResult.answer?.text).toBe(isChat ? 'Одобрено' : errorText('ru', 'already_decided'))
    const verdict = isChat ? 'published' : 'rejected'
    const { db } = setup.ctx
    await db.transaction().execute((tx) => applyDecision(setup.ctx, tx, task_id))
    // Marks tasks of consumers that do not run in this test as done, because they would accumulate.
    await db.updateTable('event_tasks').set({ done_at: setup.ctx.now().toISOString() }).execute()
    const { status, news } = await readOutcome(listing_id)
    expect([status, news.map(({ topic }) => topic)]).toEqual([verdict, [`listing.${verdict}`]])
    const taskInArea = await getTask(setup.ctx, task_id, 'ru')
    expect(taskInArea).toMatchObject({ decided_by: (isChat ? first : second)?.id, status: verdict })
    await eventually(async () => {
      const cards = await setup.telegram.get<Message[]>(
        `/messages?chat_id=${chat_id}&after=${message_id - 1}`,
      )
      const card = cards.find((one) => one.message_id === message_id)
      return card?.text?.match(
        isChat ? /(?:Одобряет|Опубликовано,) Мария/ : /Отклон(?:яет|ено,) Мария: Похоже на обман/,
      )
    })
  }
  process.stdout.write(`race: chat and admin area, ${roundCount} rounds; ${JSON.stringify(winCounts)}\n`)
}, 600_000)

async function codeOf(attempt: Promise<void>): Promise<string> {
  return attempt.then(
    () => 'accepted',
    (error) => error.code,
  )
}
