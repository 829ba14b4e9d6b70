import type { Api } from '#tests/support/api/api.ts'
import { client, login, newAccount } from '#tests/support/people/people.ts'
import { decide, paidOrder, publishedOrder } from './order-life.ts'

/** Moderators' tasks other than first publications: an edit, an appeal and a report. */
type Judged = Record<'revision' | 'appeal' | 'report', number>
const made = new WeakMap<Api, Promise<Judged>>()

export function judgedTasks(api: Api): Promise<Judged> {
  const tasks = made.get(api) ?? make(api)
  made.set(api, tasks)
  return tasks
}

async function make(api: Api): Promise<Judged> {
  const anna = await client(api, newAccount({ first_name: 'Марина', last_name: 'Соколова' }))
  const { order } = await publishedOrder(api, { title: 'Меню для летней веранды' }, anna)
  const params = { id: order.id }
  const body = { title: 'Меню и вывеска для летней веранды', price: 60_000 }
  await anna.call('PATCH /api/projects/:id', { params, body })
  const refused = (await paidOrder(api, { title: 'Рассылка по базе клиентов' }, anna)).order
  await decide(api, refused.id, 'forbidden')
  const appeal = 'Это наша собственная база: люди подписались сами, согласия есть.'
  await anna.call('POST /api/moderation/:listing_id/appeal', {
    params: { listing_id: refused.id },
    body: { text: appeal },
  })
  const boris = await login(api, newAccount({ first_name: 'Борис', last_name: 'Титов' }))
  await boris.call('POST /api/reports', {
    body: {
      subject_type: 'listing',
      subject_id: order.id,
      reason: 'scam',
      comment: 'Просит сначала перевести залог за материалы.',
    },
  })
  const tasks = await api.ctx.db
    .selectFrom('moderation_tasks as task')
    .leftJoin('reports as report', 'report.id', 'task.report_id')
    .select(['task.id', 'task.subject', 'task.appealed'])
    .where((eb) =>
      eb.or([
        eb('task.listing_id', 'in', [order.id, refused.id]),
        eb.and({ 'report.subject_type': 'listing', 'report.subject_id': order.id }),
      ]),
    )
    .execute()
  const idOf = (found: (task: (typeof tasks)[number]) => boolean) => tasks.find(found)?.id ?? 0
  return {
    revision: idOf(({ subject }) => subject === 'revision'),
    appeal: idOf(({ appealed }) => appealed),
    report: idOf(({ subject }) => subject === 'report'),
  }
}
