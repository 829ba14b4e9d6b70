import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { SupportClosing, SupportState, UserStatus } from '#contract/states.ts'
import type { Db, Tx } from '#db/index.ts'

type PaymentFacts = { id: number; amount: number; currency: string; state: string; at: string }

/** Facts about a support case and the person who wrote, shown on the case card. */
export type CaseFacts = {
  id: number
  state: SupportState
  closed_by: SupportClosing | null
  chat_id: number | null
  card_id: number | null
  topic_id: number | null
  is_topic_closed: boolean
  user_id: number
  full_name: string
  username: string | null
  ui_language: Language
  created_at: string
  is_verified: boolean
  /** True if the person's confirmed phone is one of Telegram's anonymous numbers (+888). */
  has_anonymous_phone: boolean
  status: UserStatus
  block_reason: string | null
  staff_name: string | null
  /** Number of the person's messages that are not forwarded to the operators yet. */
  held: number
  /** Number of payments received from the person, and the latest one. */
  paid_count: number
  last_paid: PaymentFacts | null
  /** The person's latest payment, if it is unpaid. */
  unpaid: PaymentFacts | null
  listings: { id: number; kind: ListingKind }[]
  listings_count: number
  /** Latest error of the person: a payment that the bank refused, or an open payment case. */
  error: { kind: 'refused' | 'payment_case'; id: number; at: string } | null
}

const payment = sql`json_build_object('id', id, 'amount', amount, 'currency', currency, 'state', state, 'at',
  coalesce(paid_at, created_at))`
const isOpen = sql`author_id = person.id
  and status in ('awaiting_payment', 'moderation', 'published', 'hidden', 'in_progress', 'rejected')`

export async function findCase(db: Db, id: number): Promise<CaseFacts | undefined> {
  const { rows } = await sql<CaseFacts>`
    select c.id, c.state, c.closed_by, c.chat_id, c.card_id, c.topic_id, c.is_topic_closed,
      person.id user_id, person.full_name, person.username, person.ui_language, person.created_at,
      exists (select from user_phones where user_id = person.id and is_anonymous) has_anonymous_phone,
      person.is_verified, person.status, person.block_reason, staff.full_name staff_name,
      (select count(*)::int from support_messages where case_id = c.id and is_held) held,
      (select count(*)::int from payments where payer_id = person.id and paid_at is not null and source = 'money') paid_count,
      (select ${payment} from payments where payer_id = person.id and paid_at is not null and source = 'money'
        order by paid_at desc limit 1) last_paid,
      (select ${payment} from (select * from payments where payer_id = person.id and source <> 'service'
        order by id desc limit 1) last
        where state <> 'paid') unpaid,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind) order by id desc), '[]')
        from (select id, kind from listings where ${isOpen} order by id desc limit 3) open) listings,
      (select count(*)::int from listings where ${isOpen}) listings_count,
      (select json_build_object('kind', kind, 'id', id, 'at', at) from (
        select 'refused' kind, id, refused_at at from payments where payer_id = person.id and refused_at is not null
        union all
        select 'payment_case', money.id, money.opened_at from payment_cases money
          join payments on payments.id = money.payment_id
          where payments.payer_id = person.id and money.state = 'open'
        ) failure order by at desc limit 1) error
    from support_cases c
    join users person on person.id = c.user_id
    left join users staff on staff.id = c.staff_id
    where c.id = ${id}`.execute(db)
  return rows[0]
}

/** A message of a case, with the name of its author. */
export function findMessage(db: Db, id: number) {
  return db
    .selectFrom('support_messages as message')
    .leftJoin('users as author', 'author.id', 'message.author_id')
    .select(['message.content', 'message.media', 'message.side', 'message.state', 'message.message_id'])
    .select(['message.chat_id', 'message.case_id', 'author.full_name as author_name'])
    .where('message.id', '=', id)
    .executeTakeFirst()
}

/** Support case that a message in the operators' chat belongs to. */
export async function findCaseOfMessage(
  db: Db,
  chat_id: number,
  message_id: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ case_id: number }>`
    select (payload ->> 'case_id')::bigint case_id from deliveries
    where chat_id = ${chat_id} and message_id = ${message_id} and kind like 'support_%' limit 1`.execute(db)
  return rows[0]?.case_id
}

/** Support case that a forum topic belongs to. */
export async function findCaseOfTopic(
  db: Db,
  chat_id: number,
  topic_id: number,
): Promise<number | undefined> {
  const message = await db
    .selectFrom('support_cases')
    .select('id')
    .where('chat_id', '=', chat_id)
    .where('topic_id', '=', topic_id)
    .executeTakeFirst()
  return message?.id
}

/** True if a message of the bot is stored as sent. A message that was sent just now may not be stored yet. */
export async function isSentMessage(db: Db, chat_id: number, message_id: number): Promise<boolean> {
  const { rows } = await sql`select from deliveries where chat_id = ${chat_id} and message_id = ${message_id}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Last message of the person before an answer of the staff. The answer is sent as a reply to that message. */
export async function findQuestion(db: Db, case_id: number, before: number): Promise<number | undefined> {
  const question = await db
    .selectFrom('support_messages')
    .select('message_id')
    .where('case_id', '=', case_id)
    .where('side', '=', 'person')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return question?.message_id
}

const lately = sql`interval '30 days'`
const minSample = 5

/**
 * Time in milliseconds within which 90 % of last month's questions were answered; null if there were too few questions.
 */
export async function typicalAnswerMs(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    with first_answers as (
      select min(answer.said_at) - opening.said_at waited
      from (select case_id, min(id) id, min(said_at) said_at from support_messages
        where side = 'person' and said_at > ${now.toISOString()}::timestamptz - ${lately} group by case_id) opening
      join support_messages answer on answer.case_id = opening.case_id and answer.side = 'staff' and answer.id > opening.id
      group by opening.case_id, opening.said_at)
    select case when count(*) >= ${minSample}
      then extract(epoch from percentile_cont(0.9) within group (order by waited)) * 1000 end::float8 ms
    from first_answers`.execute(db)
  return rows[0]?.ms ?? null
}

/**
 * Locks a case; its messages may be locked only after the case. Returns undefined if the case was erased with its
 * person.
 */
export function lockCaseIfExists(tx: Tx, id: number) {
  return tx
    .selectFrom('support_cases')
    .select(['user_id', 'state', 'staff_id', 'closed_by', 'last_side'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws not_found */
export async function lockCase(tx: Tx, id: number) {
  const supportCase = await lockCaseIfExists(tx, id)
  if (!supportCase) throw new AppError('not_found')
  return supportCase
}

/** True if a closed case can be reopened: a person has at most one open case, and no newer one is open. */
export async function canReopen(tx: Tx, id: number, user_id: number): Promise<boolean> {
  const newer = await tx
    .selectFrom('support_cases')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .where('id', '<>', id)
    .executeTakeFirst()
  return newer === undefined
}
