import type { Api } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, confirmPhone, freelancer, type Person } from '#tests/support/people/people.ts'

export const day = 86_400_000

/** Terms of the sample service: 12,000 roubles and five days. */
export const terms = { price: 12_000, days: 5 }
export const questions = ['Ссылка на сайт', 'Кто им пользуется']
const answers = ['https://example.org/menu', 'Гости кофеен заказывают кофе с собой.']

/** Creates a freelancer with a service of two questions. */
export async function serviceOwner(api: Api): Promise<{ boris: Person; service_id: number }> {
  const boris = await freelancer(api, { category_id: categories.own })
  const { id } = await boris.call('POST /api/users/add_user_service', {
    body: { service_name: 'Разбор экрана', service_price: terms.price, terms_id: 1 },
  })
  await api.ctx.db
    .updateTable('user_services')
    .set({ days: terms.days, questions })
    .where('id', '=', id)
    .execute()
  return { boris, service_id: id }
}

/** Creates a client with a confirmed phone. */
export async function verifiedClient(api: Api): Promise<Person> {
  const anna = await client(api)
  await confirmPhone(api, anna)
  return anna
}

export const orderOf = (service_id: number, changes: object = {}) => ({
  params: { id: service_id },
  body: {
    ...terms,
    answers: questions.map((question, at) => ({ question, answer: answers[at] ?? '' })),
    ...changes,
  },
})

/** Creates a client and a freelancer with a request that waits for the freelancer. */
export async function sentRequest(api: Api, changes: object = {}) {
  const { boris, service_id } = await serviceOwner(api)
  const anna = await verifiedClient(api)
  const { id } = await anna.call('POST /api/services/:id/requests', orderOf(service_id, changes))
  return { anna, boris, service_id, id, params: { id } }
}

/** Messages queued about a request, oldest first, each with its reader. */
export async function messagesAbout({ ctx }: Api, listing_id: number) {
  const rows = await ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'user_id', 'payload'])
    .where('kind', 'like', 'service%')
    .orderBy('created_at')
    .orderBy('kind')
    .orderBy('user_id')
    .execute()
  return rows
    .filter(({ payload }) => (payload as { listing_id: number }).listing_id === listing_id)
    .map(({ kind, user_id }) => ({ kind, user_id }))
}
