import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { RequestAnswer } from '#contract/service-requests.ts'
import type { Db, Tx } from '#db/index.ts'
import { priceBase } from '#services/listings/content/content.ts'
import { review } from '#services/moderation/review/rules.ts'
import { hasBlocked } from '#services/users/visibility/blocks.ts'

const dayMs = 24 * 60 * 60_000

/** A service as the order of it reads it; amounts in minor units. */
export async function findService(db: Db, id: number, viewer_id: number) {
  return db
    .selectFrom('user_services as service')
    .innerJoin('users as owner', 'owner.id', 'service.user_id')
    .select(['service.id', 'service.user_id', 'service.name', 'service.price', 'service.currency_id'])
    .select(['service.price_term_id', 'service.days', 'service.questions'])
    .select(sql<number | null>`coalesce(service.category_id, owner.category_id)`.as('category_id'))
    .where('service.id', '=', id)
    .where('service.takedown_reason', 'is', null)
    .where('owner.status', '=', 'active')
    .where((eb) => eb.not(hasBlocked('owner.id', viewer_id)))
    .executeTakeFirst()
}
export type ServiceRow = NonNullable<Awaited<ReturnType<typeof findService>>>

/** Address of a bot or its mini-app. It names what the work is about, and nobody can be written to there. */
const botAddress = /t\.me\/\w{2,29}bot\b/gi

/**
 * Refuses texts with contacts or scam, because no moderator reads them. Links are welcome: an answer often is the
 * address of what the work is about.
 * @throws words_not_allowed
 */
export function checkWords(texts: string[]): void {
  const found = review({ texts: texts.map((text) => text.replace(botAddress, '')), is_known_author: true })
  const noticed = found.filter((finding) => finding !== 'links')
  if (noticed.length > 0) throw new AppError('words_not_allowed', { noticed })
}

/**
 * Checks that the answers are to the present questions of the service. A service without questions takes one text.
 * @throws terms_changed
 */
export function checkAnswers({ questions }: Pick<ServiceRow, 'questions'>, answers: RequestAnswer[]): void {
  const asked = questions.length > 0 ? questions : ['']
  const isSame =
    answers.length === asked.length && answers.every(({ question }, at) => question === asked[at])
  if (!isSame) throw new AppError('terms_changed')
}

/** Locks the sides of a request in the order of their ids, as every act on people does. Returns the active ones. */
export async function lockSides(tx: Tx, ids: number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.filter(({ status }) => status === 'active').map(({ id }) => id))
}

type Priced = { payment_format: string | null; currency_id: number }

/** Columns of an order with a price in minor units. An order by the hour has it as both ends of its rate. */
export async function priceColumns(tx: Tx, { payment_format, currency_id }: Priced, price: number | null) {
  const isHourly = payment_format === 'hourly'
  const prices = {
    price: isHourly ? null : price,
    min_stake: isHourly ? price : null,
    max_stake: isHourly ? price : null,
  }
  return { ...prices, price_base: await priceBase(tx, { ...prices, currency_id }) }
}

/** Time at which an offer made now ends unanswered. */
export function endOf(now: Date): string {
  return new Date(now.getTime() + limits.serviceRequests.days * dayMs).toISOString()
}
