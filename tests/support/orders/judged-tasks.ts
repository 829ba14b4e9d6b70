import type { Api } from '#tests/support/api/api.ts'
import { client, login, newAccount } from '#tests/support/people/people.ts'
import { decideTask, paidOrder, publishedOrder } from './order-life.ts'

/** Ids of moderation tasks that are not about a first publication: an edit, an appeal and a report. */
type TaskIds = Record<'revision' | 'appeal' | 'report', number>
const createdTasks = new WeakMap<Api, Promise<TaskIds>>()

export function judgeableTasks(api: Api): Promise<TaskIds> {
  const tasks = createdTasks.get(api) ?? createTasks(api)
  createdTasks.set(api, tasks)
  return tasks
}

async function createTasks(api: Api): Promise<TaskIds> {
  const anna = await client(api, newAccount({ first_name: 'Марина', last_name: 'Соколова' }))
  const { order } = await publishedOrder(api, { title: 'Меню для летней веранды' }, anna)
  const params = { id: order.id }
  const body = { title: 'Меню и вывеска для летней веранды', price: 60_000 }
  await anna.call('PATCH /api/projects/:id', { params, body })
  const rejectedOrder = (await paidOrder(api, { title: 'Рассылка по базе клиентов' }, anna)).order
  await decideTask(api, rejectedOrder.id, 'forbidden')
  const appeal = 'Это наша собственная база: люди подписались сами, согласия есть.'
  await anna.call('POST /api/moderation/:listing_id/appeal', {
    params: { listing_id: rejectedOrder.id },
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
        eb('task.listing_id', 'in', [order.id, rejectedOrder.id]),
        eb.and({ 'report.subject_type': 'listing', 'report.subject_id': order.id }),
      ]),
    )
    .execute()
  const idOf = (isWanted: (task: (typeof tasks)[number]) => boolean) => tasks.find(isWanted)?.id ?? 0
  return {
    revision: idOf(({ subject }) => subject === 'revision'),
    appeal: idOf(({ appealed }) => appealed),
    report: idOf(({ subject }) => subject === 'report'),
  }
}
