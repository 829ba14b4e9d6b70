import { runInGroups } from '#tests/money/groups.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import { confirmPhone, login } from '#tests/support/people/people.ts'
import type { Random } from '#tests/support/run/random.ts'
import { attempt } from './acts.ts'
import type { Actor, Author } from './people.ts'

/**
 * Actions of authors who order services, and of the freelancers whom they ask. The people record their own actions, as
 * in acts.ts.
 */

/** Ways in which freelancers treat requests for their services. The number is the relative frequency. */
const behaviours = { accepts: 30, names_price: 30, declines: 20, never: 20 } as const
const price = 12_000
const otherPrice = 18_000

export type OfferedService = { id: number; name: string; by: Actor }
export type SentRequest = {
  id: number
  service: OfferedService
  author: Author
  behaviour: keyof typeof behaviours
  /** The side that ended it by an act of its own; null while it waits, and if the clock ended it. */
  endedBy: 'author' | 'freelancer' | null
}

/** Has freelancers offer a service each, with a name of its own. */
export async function offerServices(freelancers: Actor[]): Promise<OfferedService[]> {
  return runInGroups(freelancers, async (by) => {
    const call = await by.open()
    const name = `Услуга ${by.id}`
    const body = { service_name: name, service_price: price }
    const { id } = await call('POST /api/users/add_user_service', { body })
    return { id, name, by }
  })
}

/** Has an author order a service. Undefined if the order is refused, for example because one already waits. */
export async function orderService(
  { api }: MoneyWorld,
  author: Author,
  service: OfferedService,
  chance: Random,
): Promise<SentRequest | undefined> {
  await confirmPhone(api, await login(api, author.account))
  const call = await author.open()
  const body = { price, days: null, answers: [{ question: '', answer: 'Нужна такая же работа' }] }
  const sent = await attempt(() =>
    call('POST /api/services/:id/requests', { params: { id: service.id }, body }),
  )
  return sent && { id: sent.id, service, author, behaviour: chance.weighted(behaviours), endedBy: null }
}

/** Runs one day of a request: what its freelancer does, or its author if another price waits. */
export async function answerRequest(request: SentRequest, chance: Random): Promise<void> {
  const { behaviour, service, author, id } = request
  if (behaviour === 'never' || chance.happens(0.4)) return
  const params = { id }
  const freelancer = await service.by.open()
  const { acts } = await freelancer('GET /api/service_requests/:id', { params })
  if (acts.includes('accept')) {
    await freelancer('PUT /api/service_requests/:id/seen', { params })
    if (behaviour === 'names_price') {
      await attempt(() =>
        freelancer('POST /api/service_requests/:id/counter', { params, body: { price: otherPrice } }),
      )
      return
    }
    const isDone = await attempt(() =>
      behaviour === 'accepts'
        ? freelancer('POST /api/service_requests/:id/accept', { params, body: { price } })
        : freelancer('POST /api/service_requests/:id/decline', { params, body: { reason: 'busy' } }),
    )
    if (isDone) request.endedBy = 'freelancer'
    return
  }
  if (!acts.includes('decline')) return
  const client = await author.open()
  const isDone = await attempt(() =>
    chance.happens(0.5)
      ? client('POST /api/service_requests/:id/accept', { params, body: { price: otherPrice } })
      : client('POST /api/service_requests/:id/withdraw', { params }),
  )
  if (isDone) request.endedBy = 'author'
}

/** For each end, what the message to a side says. */
const words = /Договорились|не берётся|закрыт|Запрос закрыт/

/** Checks that every request ended, and that whoever of its sides did not end it was told. */
export async function judgeRequests({ api, telegram }: MoneyWorld, requests: SentRequest[]) {
  const rows = await api.ctx.db.selectFrom('service_requests').select(['listing_id', 'end_reason']).execute()
  const ends = new Map(rows.map(({ listing_id, end_reason }) => [listing_id, end_reason]))
  const broken: string[] = []
  await runInGroups(requests, async ({ id, service, author, endedBy }) => {
    const end = ends.get(id)
    if (!end) broken.push(`request ${id} never ended`)
    if ((endedBy === null) !== (end === 'lapsed')) broken.push(`request ${id} ended by ${endedBy} is ${end}`)
    const toldPeople = [
      ...(endedBy === 'author' ? [] : [author]),
      ...(endedBy === 'freelancer' ? [] : [service.by]),
    ]
    for (const { account } of toldPeople) {
      const chat = await telegram.get<{ text?: string }[]>(`/messages?chat_id=${account.id}`)
      const isTold = chat.some(({ text = '' }) => text.includes(service.name) && words.test(text))
      if (!isTold) broken.push(`request ${id}: ${end} was not told to ${account.id}`)
    }
  })
  const counts = Map.groupBy(ends.values(), (end) => end ?? 'open')
  return {
    broken,
    figures: { requests: requests.length, requestsLapsed: counts.get('lapsed')?.length ?? 0 },
    table: [
      `requests for services  ${requests.length}: ${[...counts].map(([name, all]) => `${name} ${all.length}`).join(', ')}`,
    ],
  }
}
