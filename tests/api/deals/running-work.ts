import type { Api } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

/** Creates an order of Anna with Boris as its executor. */
export async function assignedOrder(api: Api, author?: Person, executor?: Person) {
  const { anna, order } = await publishedOrder(api, {}, author)
  const boris = executor ?? (await freelancer(api))
  const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  const params = { id: order.id }
  await anna.call('POST /api/projects/assign_executor/:id', { params, query: { response_id } })
  return { anna, boris, order, params }
}

/** Creates a completed order of Anna with Boris as its executor. */
export async function finishedOrder(api: Api, author?: Person, executor?: Person) {
  const assignment = await assignedOrder(api, author, executor)
  await assignment.anna.call('POST /api/projects/complete/:id', { params: assignment.params })
  return assignment
}
