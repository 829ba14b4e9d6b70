import { setTimeout as wait } from 'node:timers/promises'
import { newClient } from '#tests/chaos/client.ts'
import { approveOrder, newOrder, payLink } from '#tests/chaos/journey.ts'
import { openControlApi } from '#tests/support/servers/stand-in-control.ts'
import { outsidePorts, people } from './settings.ts'

/**
 * Runs in the container of the stand-ins and sells one order of the installation beside it: an administrator presses
 * Start, a client writes and pays an order, the administrator approves it, and everybody can read it. Ends with 1 when
 * it was not published within a minute.
 */
const installation = {
  telegram: openControlApi(`http://127.0.0.1:${outsidePorts.telegram}/__desk/api`),
  robokassa: openControlApi(`http://127.0.0.1:${outsidePorts.robokassa}`),
  api: process.argv[2] ?? 'http://api-1:3000',
}
const startedAt = Date.now()
await installation.telegram.post('/users', {
  id: people.moderator,
  first_name: 'Ольга',
  language_code: 'ru',
  // Only members of a group can press the buttons there.
  groups: ['moderators', 'ops'],
})
await installation.telegram.post(`/users/${people.moderator}/start`)
const title = `Первый заказ ${startedAt}`
const client = await newClient(installation, 'Анна')
const { id } = await client.call<{ id: number }>('/api/projects/create', newOrder(title))
const { payment_url } = await client.call<{ payment_url: string }>('/pay/generate-payment-robokassa', {
  payment_type: 'project',
  project_id: id,
})
await payLink(installation, payment_url, false)
await approveOrder(installation, title, people.moderator)
for (const deadline = Date.now() + 60_000; ; await wait(200)) {
  const order = await client.call<{ status: string }>(`/api/projects/${id}/details`, undefined, 'GET')
  if (order.status === 'published') break
  if (Date.now() > deadline) throw new Error(`the order is ${order.status} and not published`)
}
console.log(
  `order ${id} was published ${((Date.now() - startedAt) / 1000).toFixed(1)} s after its author came`,
)
