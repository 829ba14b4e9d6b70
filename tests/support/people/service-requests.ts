import type { RequestState } from '#contract/service-requests.ts'
import { lapseRequests } from '#services/requests/schedule.ts'
import type { Api } from '#tests/support/api/api.ts'
import { confirmPhone, login, newAccount } from './people.ts'

type Sides = { client: number; freelancer: number }
const told = [
  't.me/zerno_bot/menu',
  'Гости 38 кофеен заказывают кофе с собой. Бросают на выборе кофейни.',
  'Нужно до открытия новой кофейни.',
]

/**
 * Sends a request for the service with these words in its name, and brings it to a state by the calls of its two sides.
 * Returns its id; a request that is already in the state is used again.
 */
export async function requestIn(api: Api, words: string, state: RequestState, sides: Sides): Promise<number> {
  const { ctx } = api
  const client = await login(api, newAccount({ id: sides.client }))
  const freelancer = await login(api, newAccount({ id: sides.freelancer }))
  const service = await ctx.db
    .selectFrom('user_services')
    .selectAll()
    .where('user_id', '=', freelancer.id)
    .where('name', 'like', `%${words}%`)
    .executeTakeFirstOrThrow()
  const { items } = await client.call('GET /api/service_requests', { query: { side: 'client' } })
  const known = items.find((request) => request.service_id === service.id && request.state === state)
  if (known) return known.id
  if (!client.user.is_verified) await confirmPhone(api, client, '+79160000011')
  const questions = service.questions.length > 0 ? service.questions : ['']
  const answers = questions.map((question, at) => ({ question, answer: told[at] ?? 'Да' }))
  const { id } = await client.call('POST /api/services/:id/requests', {
    params: { id: service.id },
    body: { price: service.price === null ? null : service.price / 100, days: service.days, answers },
  })
  const params = { id }
  const price = service.price === null ? null : service.price / 100
  if (state === 'countered') {
    const reason = 'Экранов три, а не один: ещё выбор кофейни и оплата.'
    const body = { price: (price ?? 0) + 6000, days: 7, reason }
    await freelancer.call('POST /api/service_requests/:id/counter', { params, body })
  }
  if (state === 'declined')
    await freelancer.call('POST /api/service_requests/:id/decline', { params, body: { reason: 'busy' } })
  if (state === 'accepted')
    await freelancer.call('POST /api/service_requests/:id/accept', { params, body: { price } })
  if (state === 'withdrawn') await client.call('POST /api/service_requests/:id/withdraw', { params })
  if (state === 'lapsed') {
    const ends_at = new Date(ctx.now().getTime() - 1000).toISOString()
    await ctx.db.updateTable('service_requests').set({ ends_at }).where('listing_id', '=', id).execute()
    await lapseRequests(ctx, 10)
  }
  return id
}
