import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { World } from '#tests/support/servers/world.ts'
import { type Client, newClient } from './client.ts'
import { category_id, type PaidOrder, quiet_category_id, sellOrder } from './journey.ts'
import { waitForStatus } from './money-flows.ts'

/** Everything that one person wrote and the server accepted. */
export type Visit = { person: Client; listing_id: number; question: string; answer: string }
export type Subscriber = Pick<Client, 'telegram_id' | 'user_id'>

const firstSubscriber = 8_200_000_000
const plainOrder = { starts_at_ms: 0, pays_twice: true, returns_to_app: true }

/** Freelancers who are told of new orders, in the format of the Telegram stand-in. */
export const subscribersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: firstSubscriber + index,
    first_name: `Подписчик ${index}`,
  }))

export async function addSubscribers(db: Db, count: number): Promise<Subscriber[]> {
  const { rows } = await sql<{ id: number; telegram_id: number }>`
    insert into users (telegram_id, full_name, can_write, category_id)
    select ${firstSubscriber}::bigint + n, 'Подписчик ' || n, true, ${category_id}
    from generate_series(0, ${count}::int - 1) n returning id, telegram_id`.execute(db)
  return rows.map(({ id, telegram_id }) => ({ user_id: Number(id), telegram_id: Number(telegram_id) }))
}

/** Number of subscribers for whom the announcement has ended. */
export async function countReached(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'new_order')
    .where('state', 'not in', ['pending', 'sending'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sells orders one after another. The first of them is in the subscribers' category. */
export function sellOneByOne(world: World, count: number): Promise<PaidOrder>[] {
  let previous: Promise<unknown> = Promise.resolve()
  return Array.from({ length: count }, (_, index) => {
    const category = index === 0 ? category_id : quiet_category_id
    const sell = async () => {
      const order = await sellOrder(world, `Заказ ${index + 1}.`, plainOrder, category)
      // The moderator may take the approval back for a moment, so the order is public a little later.
      await waitForStatus(order.author, order.listing_id, 'published')
      return order
    }
    const sale = previous.then(sell, sell)
    previous = sale
    return sale
  })
}

/** A newcomer reads and searches the orders, responds to one, and writes with its author. */
export async function visit(world: World, number: number, sale: Promise<PaidOrder>): Promise<Visit> {
  const person = await newClient(world, `Гость ${number}`)
  const { call, telegram_id, user_id } = person
  await call('/api/projects', {})
  await call('/api/projects', { filters: { search: 'сайт' } })
  const { author, listing_id } = await sale
  await call(`/api/projects/${listing_id}/full_info`, undefined, 'GET')
  const { contact } = await world.telegram.post<{ contact: string }>(`/users/${telegram_id}/contact`)
  await call(`/api/users/verify-profile/${user_id}`, { contact })
  const response_text = `Сделаю за неделю, ваш гость ${number}`
  const response = { project_id: listing_id, response_text, price: 20_000, currency: 'RUB' }
  await call('/api/projects/add_resp', { response })
  const pair = { user1_id: author.user_id, user2_id: user_id, project_id: listing_id }
  const { id: room_id } = await author.call<{ id: number }>('/chat/create_room', pair)
  const [question, answer] = [`Вопрос гостя ${number}`, `Ответ гостю ${number}`]
  await author.call('/chat/send_msg', { room_id, content: question, sender_id: author.user_id })
  await call('/chat/send_msg', { room_id, content: answer, sender_id: user_id })
  await call(`/chat/room_msgs/${room_id}`, undefined, 'GET')
  return { person, listing_id, question, answer }
}

/**
 * Checks that each accepted response and chat message is there once, and that no message about them was given up.
 * @returns violations, in words
 */
export async function auditVisits(db: Db, visits: Visit[]): Promise<string[]> {
  const responses = await db.selectFrom('responses').select(['user_id', 'listing_id']).execute()
  const messages = await db.selectFrom('chat_messages').select('content').execute()
  const lost = await db
    .selectFrom('deliveries')
    .select(['kind', 'state', 'error'])
    .where('lane', '=', 'transactional')
    .where('state', '<>', 'sent')
    // A card of moderators that somebody decided meanwhile.
    .where((eb) => eb.or([eb('error', 'is', null), eb('error', '<>', 'outdated')]))
    .execute()
  const violations = lost.map((delivery) => `a message was not sent: ${JSON.stringify(delivery)}`)
  for (const { person, listing_id, question, answer } of visits) {
    const own = responses.filter((row) => row.user_id === person.user_id && row.listing_id === listing_id)
    if (own.length !== 1) violations.push(`${own.length} responses of ${person.user_id} to ${listing_id}`)
    for (const text of [question, answer]) {
      const copies = messages.filter(({ content }) => content === text).length
      if (copies !== 1) violations.push(`"${text}" is there ${copies} times`)
    }
  }
  return violations
}
