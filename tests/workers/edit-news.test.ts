import { beforeAll, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import { type Edits, openEdits, patchCall, suspiciousText } from '#tests/api/moderation/revision-scenes.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer } from '#tests/support/people/people.ts'
import { authorNotifications } from '#workers/events/author-notifications.ts'
import { responseNotifications } from '#workers/events/response-notifications.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

/** An edit of a published listing causes notifications. Tests who gets them and what they say. */

let edits: Edits
beforeAll(async () => {
  edits = await openEdits()
})

const workers = [authorNotifications, responseNotifications]

/** Runs all due tasks of both workers, each twice, because a task may be delivered twice. */
async function runWorkers(): Promise<void> {
  const { ctx } = edits.api
  const tasks = await claimTasks(ctx.db, { limit: 100, now: ctx.now().toISOString(), waits: [3_600_000] })
  for (const worker of workers)
    for (const task of tasks.filter(({ consumer }) => consumer === worker.queue))
      for (let times = 0; times < 2; times++) await worker.handle(ctx, task)
}

/** Creates an order with one open response and one withdrawn response. */
async function createResponded() {
  const scene = await edits.publishOrder()
  const [boris, vera] = [await freelancer(edits.api), await freelancer(edits.api)]
  const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(scene.order.id))
  const withdrawnResponse = await vera.call('POST /api/projects/add_resp', responseTo(scene.order.id))
  await vera.call('POST /api/responses/:id/withdraw', { params: { id: withdrawnResponse.id } })
  await runWorkers()
  const readNotices = async ({ id }: { id: number }) => {
    const rows = await edits.api.ctx.db
      .selectFrom('deliveries')
      .select(['kind', 'payload'])
      .where('user_id', '=', id)
      .where('kind', 'in', ['revision_approved', 'listing_changed'])
      .execute()
    return rows.map(({ kind, payload }) => ({ kind, payload }))
  }
  const decideEdit = async (reason?: string) => {
    const [task] = await edits.tasks(scene.order.id)
    await edits.decide(task?.id ?? 0, reason)
    await runWorkers()
    return task?.revision_id ?? 0
  }
  return { ...scene, boris, vera, response_id, readNotices, decideEdit }
}

test('a big edit that was approved is told to its author and to whoever still waits, once and in a word', async () => {
  const { anna, boris, vera, order, params, response_id, readNotices, decideEdit } = await createResponded()
  await anna.call(patchCall, { params, body: { title: 'Сайт пекарни', price: 60_000 } })
  await runWorkers()
  expect(await readNotices(boris)).toEqual([])
  const revision_id = await decideEdit()
  expect(await readNotices(anna)).toEqual([{ kind: 'revision_approved', payload: { revision_id } }])
  expect(await readNotices(boris)).toEqual([
    { kind: 'listing_changed', payload: { revision_id, response_id } },
  ])
  expect(await readNotices(vera)).toEqual([])
  const composeNotice = async (language: 'ru' | 'en') => {
    const reader = { chat_id: 1, is_private: true, language }
    const message = everyMessage.listing_changed.compose(edits.api.ctx, { revision_id, response_id }, reader)
    return (await message)?.text
  }
  expect(await composeNotice('ru')).toContain(
    `Заказ «Сайт пекарни», на который вы откликнулись, изменился: название (было «${order.title}»), цена.`,
  )
  expect(await composeNotice('en')).toContain(
    `The order “Сайт пекарни” that you responded to has changed: title (was “${order.title}”), price.`,
  )
  await boris.call('POST /api/responses/:id/withdraw', { params: { id: response_id } })
  expect(await composeNotice('ru')).toBeUndefined()
})

test('a small edit is told to nobody who responded, whether it waited or not, and a refused one to its author alone', async () => {
  const { anna, boris, params, order, readNotices, decideEdit } = await createResponded()
  await anna.call(patchCall, { params, body: { region: 'Казань' } })
  await decideEdit()
  expect([await readNotices(anna), await readNotices(boris)]).toEqual([[], []])
  // Even a small edit needs moderation if it contains invisible characters.
  await anna.call(patchCall, { params, body: { region: 'Ка\u200bзань, центр' } })
  const smallEdit = (await edits.tasks(order.id)).at(-1)
  await edits.decide(smallEdit?.id ?? 0)
  await runWorkers()
  expect((await readNotices(anna)).map(({ kind }) => kind)).toEqual(['revision_approved'])
  expect(await readNotices(boris)).toEqual([])
  await anna.call(patchCall, { params, body: { subtitle: suspiciousText } })
  await edits.decide((await edits.tasks(order.id)).at(-1)?.id ?? 0, 'contacts')
  await runWorkers()
  expect(await readNotices(anna)).toHaveLength(1)
  expect(await readNotices(boris)).toEqual([])
})
