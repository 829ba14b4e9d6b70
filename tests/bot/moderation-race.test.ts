import { beforeAll, expect, test } from 'vitest'
import { approve, reject } from '#services/moderation/actions.ts'
import { moderationCard } from '#services/moderation/card.ts'
import { errorWords } from '#services/words.ts'
import { eventually } from '#tests/workers/stage.ts'
import { moderationDecisions } from '#workers/moderation-decisions.ts'
import { connectQueues } from '#workers/queues.ts'
import { startRelay } from '#workers/relay.ts'
import { moderator, openBot, submittedOrder, type Tapped } from './telegram.ts'

let stage: Awaited<ReturnType<typeof openBot>>
let pair: Awaited<ReturnType<typeof moderator>>[]

beforeAll(async () => {
  stage = await openBot()
  stage.ctx.config.MODERATION_UNDO_MS = 0
  await stage.telegram.post('/limits', { enabled: false })
  pair = [await moderator(stage), await moderator(stage)]
  const connection = connectQueues(stage.ctx, 'worker')
  const parts = [startRelay(stage.ctx), moderationDecisions.start(stage.ctx, connection)]
  return async () => {
    for (const part of parts) await part.stop()
    connection.disconnect()
  }
})

/** A card put straight into the chat: the workers' pace in a group would make the rounds last minutes. */
async function cardIn(chat_id: number, task_id: number): Promise<number> {
  const reader = { chat_id, language: 'ru', is_private: false } as const
  const card = await moderationCard.compose(stage.ctx, { task_id }, reader)
  const { message_id } = await stage.bot.api.sendMessage(chat_id, card?.text ?? '', {
    parse_mode: 'HTML',
    reply_markup: { inline_keyboard: card?.keyboard ?? [] },
  })
  return message_id
}

async function settled(listing_id: number) {
  const status = await eventually(async () => {
    const listing = await stage.ctx.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', listing_id)
      .executeTakeFirstOrThrow()
    return listing.status !== 'moderation' && listing.status
  })
  const events = await stage.ctx.db.selectFrom('events').select(['topic', 'payload']).execute()
  const audit = await stage.ctx.db
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
  const chat_id = stage.ctx.config.MODERATORS_CHAT_ID
  for (let round = 0; round < 20; round++) {
    const { listing_id, task_id } = await submittedOrder(stage)
    const message_id = await cardIn(chat_id, task_id)
    const tap = { chat_id, message_id, text: 'Одобрить' }
    const taps = pair.map(({ telegram_id }) => stage.telegram.post<Tapped>(`/users/${telegram_id}/tap`, tap))
    const answers = (await Promise.all(taps)).map(({ answer }) => answer?.text).sort()
    expect(answers).toEqual(['Одобрено', errorWords('ru', 'already_decided')].sort())
    const { status, news, audit } = await settled(listing_id)
    expect([status, news.length]).toEqual(['published', 1])
    expect(audit).toEqual(['moderation.approved', 'listing.approve'])
  }
}, 60_000)

test('an approval and a refusal at once leave one verdict and one piece of news', async () => {
  const [first, second] = pair.map(({ id }) => id)
  for (let round = 0; round < 20; round++) {
    const { listing_id, task_id } = await submittedOrder(stage)
    const results = await Promise.allSettled([
      approve(stage.ctx, { task_id, moderator_id: first ?? 0 }),
      reject(stage.ctx, { task_id, moderator_id: second ?? 0, reason: 'scam' }),
    ])
    const [lost] = results.filter((result) => result.status === 'rejected')
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(lost?.reason).toMatchObject({ code: 'already_decided' })
    const verdict = results[0].status === 'fulfilled' ? 'published' : 'rejected'
    const { status, news } = await settled(listing_id)
    expect(status).toBe(verdict)
    expect(news.map(({ topic }) => topic)).toEqual([`listing.${verdict}`])
  }
}, 60_000)

test('a listing withdrawn before the approval takes effect stays withdrawn', async () => {
  stage.ctx.config.MODERATION_UNDO_MS = 300
  const { listing_id, task_id } = await submittedOrder(stage)
  await approve(stage.ctx, { task_id, moderator_id: pair[0]?.id ?? 0 })
  const { db } = stage.ctx
  await db.updateTable('listings').set({ status: 'refunded' }).where('id', '=', listing_id).execute()
  await eventually(() =>
    db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('id', '=', task_id)
      .where('applied_at', 'is not', null)
      .executeTakeFirst(),
  )
  const { status, news, audit } = await settled(listing_id)
  expect([status, news]).toEqual(['refunded', []])
  expect(audit.at(-1)).toBe('moderation.void')
})
