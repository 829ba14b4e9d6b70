import type { Api } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

/** Creates a small market with listings that have low ids, and the people who send requests. */
export async function createSenders(api: Api) {
  const anna = await client(api)
  const [{ order }, { vacancy }] = [
    await publishedOrder(api, {}, anna),
    await publishedVacancy(api, {}, anna),
  ]
  const boris = await freelancer(api, { category_id: categories.own })
  const response = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  await boris.call('POST /api/vacancy/add_resp', {
    body: { vacancy_id: vacancy.id, response_text: 'Готов', response_type: 200 },
  })
  const query = { response_id: response.id }
  await anna.call('POST /api/projects/assign_executor/:id', { params: { id: order.id }, query })
  const orderInfo = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  const room_id = orderInfo.chats[0]?.id ?? 0
  await anna.call('POST /chat/send_msg', { body: { room_id, content: 'Здравствуйте' } })
  const olga = await moderator(api)
  const invalidCredentials = [
    '',
    'Bearer x',
    'Basic YTpi',
    'tma x',
    `Bearer ${anna.token.slice(0, -2)}`,
    'Bearer',
  ]
  return new Senders(api, [anna, boris, olga, await login(api)], invalidCredentials)
}

/**
 * Sessions of the people who send requests in turn. A person who is blocked or deletes the account is replaced by a new
 * person.
 */
class Senders {
  readonly #api: Api
  readonly #people: Person[]
  readonly #strangers: string[]

  constructor(api: Api, createSenders: Person[], strangers: string[]) {
    this.#api = api
    this.#people = createSenders
    this.#strangers = strangers
  }

  /**
   * Chooses the sender of a request. One request in ten has an invalid session or none. Calls that need launch data get
   * launch data.
   */
  of(number: number, wantsLaunch: boolean): { id: number; authorization: string | undefined; index: number } {
    const index = number % this.#people.length
    const person = this.#people[index] as Person
    if (number % 10 === 9)
      return { id: person.id, authorization: this.#strangers[number % this.#strangers.length], index: -1 }
    const authorization = wantsLaunch ? `tma ${person.launch}` : `Bearer ${person.token}`
    return { id: person.id, authorization, index: wantsLaunch ? -1 : index }
  }

  async replace(index: number): Promise<void> {
    this.#people[index] = index % 2 ? await freelancer(this.#api) : await client(this.#api)
  }
}
