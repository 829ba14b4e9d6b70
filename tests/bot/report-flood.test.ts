import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { priorities } from '#services/moderation/queue/priority.ts'
import { confirmPhone, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openModeratorsChat } from './moderators-chat.ts'
import { submittedOrder } from './telegram.ts'

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})

/** Returns the delivery that first sent the task's review card. */
async function cardOf(task_id: number) {
  const { db } = chat.setup.ctx
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('dedupe_key', '=', `moderation_card:${task_id}`)
    .executeTakeFirst()
}

async function taskOf(report_id: number) {
  const { db } = chat.setup.ctx
  const query = db.selectFrom('reports').select('task_id').where('id', '=', report_id)
  return (await query.executeTakeFirstOrThrow()).task_id ?? 0
}

/** Copies this report a thousand times, each about another person, and leaves all review cards unsent. */
async function insertFreshDeliveries(report_id: number): Promise<void> {
  const { db } = chat.setup.ctx
  const sampleCard = await eventually(async () => cardOf(await taskOf(report_id)))
  await sql`
    with people as (insert into users (telegram_id, full_name)
        select 8000000000 + n, 'Глеб' from generate_series(1, 1000) n returning id),
      filed as (insert into reports (reporter_id, subject_type, subject_id, reason)
        select reporter_id, 'user', people.id, 'spam' from people, reports where reports.id = ${report_id}
        returning id),
      tasks as (insert into moderation_tasks (subject, report_id) select 'report', id from filed returning id)
    insert into deliveries (chat_id, kind, lane, priority, dedupe_key, payload, next_at, created_at)
    select chat_id, kind, lane, priority, 'moderation_card:' || tasks.id,
      jsonb_build_object('task_id', tasks.id), now(), now()
    from tasks, deliveries where deliveries.id = ${sampleCard.id}`.execute(db)
  await sql`select pg_notify('deliveries', '')`.execute(db)
}

/** Counts the cards that were sent while this card waited. */
async function countEarlierInQueue(task_id: number): Promise<number> {
  const { db } = chat.setup.ctx
  const card = await eventually(async () => {
    const card = await cardOf(task_id)
    return card?.state === 'sent' && card
  })
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '<>', card.id)
    .where('sent_at', '>', card.created_at)
    .where('sent_at', '<', card.sent_at ?? '')
    .execute()
  return rows.length
}

test('a paid card is the next one sent while a thousand complaints wait', async () => {
  const { setup } = chat
  const { db } = setup.ctx
  const { app: gleb, id: telegram_id } = await chat.orderOf('Вывеска для пекарни')
  const { author } = await submittedOrder(setup)
  const reportPerson = (reporter: Person, subject_id: number) =>
    reporter.call('POST /api/reports', { body: { subject_type: 'user', subject_id, reason: 'spam' } })
  const { id: report_id } = await reportPerson(gleb, author.id)
  await insertFreshDeliveries(report_id)
  // Telegram allows a short burst of messages above its rate limit. Waits until the burst is used up.
  await eventually(async () => {
    const query = db
      .selectFrom('deliveries')
      .select('id')
      .where('state', '=', 'sent')
      .where('priority', '=', priorities.unconfirmed)
    return (await query.execute()).length > 10
  })
  const { task_id } = await submittedOrder(setup)
  // The sender may already have claimed one other card.
  expect(await countEarlierInQueue(task_id)).toBeLessThanOrEqual(1)

  // Reports by people with a confirmed phone are shown to moderators before the reports of other people.
  expect(telegram_id).toBe(gleb.account.id)
  const vera = (await chat.orderOf('Вывеска для аптеки')).app
  await confirmPhone(setup as never, vera)
  const { id } = await reportPerson(vera, gleb.id)
  expect(await countEarlierInQueue(await taskOf(id))).toBeLessThanOrEqual(1)
  const pendingQuery = db.selectFrom('deliveries').select('id').where('state', '=', 'pending')
  expect((await pendingQuery.execute()).length).toBeGreaterThan(500)
  await db.updateTable('deliveries').set({ state: 'failed' }).where('state', '=', 'pending').execute()
})
