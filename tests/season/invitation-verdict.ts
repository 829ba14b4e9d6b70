import { sql } from 'kysely'
import { type InvitationEnd, invitationEnds } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { inGroups } from '#tests/money/groups.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { Sent } from './acts.ts'
import type { Invited } from './inviting.ts'
import { type Actor, type Author, sleepMinutes } from './people.ts'

/** Person `by` has hidden `author` at a time. */
export type Hidden = { by: Actor; author: Author; at: number }
type Lived = { invited: Invited[]; sent: Sent[]; hidden: Hidden[]; freelancers: Actor[] }
type News = {
  user_id: number
  kind: string
  created_at: string
  author_id: number
  isAlone: boolean
  isSearch: boolean
  /** Minutes after midnight in Moscow when the message was sent; null if it was sent only in a digest. */
  sent_minute: number | null
}

/** Message to the invited person for each end. */
const words: Record<InvitationEnd, RegExp> = {
  chosen_other: /^Приглашение в «(.+)» больше не действует. Выбрали другого исполнителя/,
  listing_closed: /^Приглашение в «(.+)» больше не действует. Автор закрыл объявление/,
  listing_deleted: /^Приглашение в «(.+)» больше не действует. Автор удалил объявление/,
  listing_completed: /^Приглашение в «(.+)» больше не действует. Работа уже сделана/,
  not_renewed: /^Приглашение в «(.+)» больше не действует. Размещение закончилось/,
}

const pair = (listing_id: number, user_id: number) => `${listing_id}:${user_id}`
const dayMs = 24 * 60 * 60_000

/**
 * Checks that every invitation ends with its answer or its listing, is announced while it is open and when it ends, and
 * that nobody gets too many.
 */
export async function judgeInvitations({ api: { ctx }, telegram }: MoneyWorld, lived: Lived) {
  const { invited, sent } = lived
  const broken: string[] = []
  const responded = new Set(sent.map(({ listing, by }) => pair(listing.id, by.id)))
  const rows = await ctx.db.selectFrom('invitations').selectAll().execute()
  const rowOf = new Map(rows.map((row) => [pair(row.listing_id, row.user_id), row]))
  const isTold = await deliveredTo(ctx)
  const counted = { answered: 0, ended: 0 }
  await inGroups([...Map.groupBy(invited, ({ to }) => to)], async ([person, all]) => {
    const chat = await telegram.get<{ text?: string }[]>(`/messages?chat_id=${person.account.id}`)
    for (const { listing, said, reason, words: own } of all) {
      const key = pair(listing.id, person.id)
      const row = rowOf.get(key)
      const expected = responded.has(key) ? 'responded' : said === 'declined' ? 'declined' : 'ended'
      const name = `invitation of ${person.id} to ${listing.id}`
      if (row?.state !== expected) broken.push(`${name} is ${row?.state}, not ${expected}`)
      if ((row?.decline_reason ?? null) !== (expected === 'declined' ? reason : null))
        broken.push(`${name} was declined because ${row?.decline_reason}, not ${reason}`)
      if ((row?.words ?? null) !== own) broken.push(`${name} says something else than its author`)
      if (expected !== 'ended') counted.answered += 1
      if (expected === 'ended' && !isTold.has(key)) broken.push(`${name} was never told`)
      if (!row?.end_reason) continue
      counted.ended += 1
      const end = words[row.end_reason]
      if (!chat.some(({ text }) => end.exec(text ?? '')?.[1] === listing.title))
        broken.push(`${name}: ${invitationEnds[row.end_reason]} was not told`)
    }
  })
  const { count, receivedPerDay } = limits.invitations
  for (const [{ id }, all] of Map.groupBy(invited, ({ listing }) => listing))
    if (all.length > count) broken.push(`${all.length} were invited to ${id}`)
  for (const [{ id }, all] of Map.groupBy(invited, ({ to }) => to)) {
    const busiest = Math.max(
      ...all.map(({ at }) => all.filter((one) => at - one.at < dayMs && one.at <= at).length),
    )
    if (busiest > receivedPerDay) broken.push(`${id} was invited ${busiest} times in a day`)
  }
  broken.push(...(await judgeNews(ctx, lived)))
  const ends = Map.groupBy(
    rows.filter(({ state }) => state === 'ended'),
    ({ end_reason }) => end_reason ?? '',
  )
  const declined = rows.filter(({ state }) => state === 'declined')
  const names = [...ends].map(([name, all]) => `${name} ${all.length}`).join(', ')
  return {
    broken,
    figures: { invited: invited.length, inviteAnswers: counted.answered, inviteEnds: counted.ended },
    table: [
      `invited                ${invited.length} by ${new Set(invited.map(({ listing }) => listing.author)).size} authors`,
      `invitations answered   ${counted.answered}: ${counted.answered - declined.length} responded, ${declined.length} declined, ${declined.filter(({ decline_reason }) => decline_reason).length} with a reason`,
      `invitations ended      ${counted.ended}: ${names}`,
    ],
  }
}

/** Invitations delivered as a message or in a digest. */
async function deliveredTo({ db }: Context): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['user_id', 'payload'])
    .where('kind', '=', 'invitation')
    .where('state', '=', 'sent')
    .execute()
  return new Set(rows.map(({ user_id, payload }) => pair(Number(payload.listing_id), Number(user_id))))
}

/**
 * Checks that nobody gets news from an author they have hidden, that no message arrives in their quiet time, and that
 * news of searches do not come before their chosen time.
 */
async function judgeNews({ db }: Context, { hidden, freelancers }: Lived): Promise<string[]> {
  const { rows: news } = await sql<News>`
    select told.user_id, told.kind, told.created_at, listing.author_id, told.digest_id is null as "isAlone",
      coalesce(told.payload ->> 'why' = 'search', false) as "isSearch",
      case when told.state = 'sent' and told.digest_id is null
        then extract(epoch from (told.sent_at at time zone 'Europe/Moscow')::time)::int / 60 end as sent_minute
    from deliveries told join listings listing on listing.id = (told.payload ->> 'listing_id')::bigint
    where told.kind in ('new_order', 'hot_order', 'invitation')`.execute(db)
  const since = new Map(hidden.map(({ by, author, at }) => [pair(author.id, by.id), at]))
  const people = new Map(freelancers.map((one) => [one.id, one]))
  return news.flatMap(({ user_id, author_id, created_at, kind, isAlone, isSearch, sent_minute }) => {
    const at = since.get(pair(author_id, user_id))
    const { pace = 'at_once', quietFrom = null } = people.get(user_id) ?? {}
    const isAsleep =
      quietFrom !== null && sent_minute !== null && (sent_minute - quietFrom + 1440) % 1440 < sleepMinutes
    const isEarly = kind === 'new_order' && isSearch && isAlone && pace !== 'at_once'
    return [
      ...(at !== undefined && Date.parse(created_at) > at
        ? [`${kind} of a hidden author came to ${user_id}`]
        : []),
      ...(isAsleep ? [`${kind} came to ${user_id} at night`] : []),
      ...(isEarly ? [`${user_id} was told at once, and wanted it ${pace}`] : []),
    ]
  })
}
