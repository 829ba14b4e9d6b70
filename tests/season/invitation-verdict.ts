import { sql } from 'kysely'
import { type InvitationEnd, invitationEnds } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { runInGroups } from '#tests/money/groups.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { SentResponse } from './acts.ts'
import type { SentInvitation } from './inviting.ts'
import { type Actor, type Author, sleepMinutes } from './people.ts'

/** A person `by` has hidden the author `author` at this time. */
export type HiddenAuthor = { by: Actor; author: Author; at: number }
type SeasonRecords = {
  invitations: SentInvitation[]
  sentResponses: SentResponse[]
  hiddenAuthors: HiddenAuthor[]
  freelancers: Actor[]
}
type NewsDelivery = {
  user_id: number
  kind: string
  created_at: string
  author_id: number
  isAlone: boolean
  isSearch: boolean
  /** Minute of the day in Moscow in which the message was sent; null if it was sent only in a digest. */
  sent_minute: number | null
}

/** For each way in which an invitation ends, the message to the invited person. */
const words: Record<InvitationEnd, RegExp> = {
  chosen_other: /^Приглашение в «(.+)» больше не действует. Выбрали другого исполнителя/,
  listing_closed: /^Приглашение в «(.+)» больше не действует. Заказчик закрыл объявление/,
  listing_deleted: /^Приглашение в «(.+)» больше не действует. Заказчик удалил объявление/,
  listing_completed: /^Приглашение в «(.+)» больше не действует. Работа уже сделана/,
  not_renewed: /^Приглашение в «(.+)» больше не действует. Размещение закончилось/,
}

const pair = (listing_id: number, user_id: number) => `${listing_id}:${user_id}`
const dayMs = 24 * 60 * 60_000

/**
 * Checks every invitation. It must end when it is answered or when its listing ends. It must be announced while it is
 * open, and its end must be announced too. Nobody may get more invitations than allowed.
 */
export async function judgeInvitations({ api: { ctx }, telegram }: MoneyWorld, records: SeasonRecords) {
  const { invitations, sentResponses } = records
  const problems: string[] = []
  const respondedPairs = new Set(sentResponses.map(({ listing, by }) => pair(listing.id, by.id)))
  const rows = await ctx.db.selectFrom('invitations').selectAll().execute()
  const rowOf = new Map(rows.map((row) => [pair(row.listing_id, row.user_id), row]))
  const isTold = await deliveredTo(ctx)
  const counts = { answered: 0, ended: 0 }
  await runInGroups([...Map.groupBy(invitations, ({ to }) => to)], async ([person, invitationsOfPerson]) => {
    const chat = await telegram.get<{ text?: string }[]>(`/messages?chat_id=${person.account.id}`)
    for (const { listing, answer, reason, words: own } of invitationsOfPerson) {
      const key = pair(listing.id, person.id)
      const row = rowOf.get(key)
      const expected = respondedPairs.has(key) ? 'responded' : answer === 'declined' ? 'declined' : 'ended'
      const name = `invitation of ${person.id} to ${listing.id}`
      if (row?.state !== expected) problems.push(`${name} is ${row?.state}, not ${expected}`)
      if ((row?.decline_reason ?? null) !== (expected === 'declined' ? reason : null))
        problems.push(`${name} was declined because ${row?.decline_reason}, not ${reason}`)
      if ((row?.words ?? null) !== own) problems.push(`${name} says something else than its author`)
      if (expected !== 'ended') counts.answered += 1
      if (expected === 'ended' && !isTold.has(key)) problems.push(`${name} was never told`)
      if (!row?.end_reason) continue
      counts.ended += 1
      const end = words[row.end_reason]
      if (!chat.some(({ text }) => end.exec(text ?? '')?.[1] === listing.title))
        problems.push(`${name}: ${invitationEnds[row.end_reason]} was not told`)
    }
  })
  const { count, receivedPerDay } = limits.invitations
  for (const [{ id }, all] of Map.groupBy(invitations, ({ listing }) => listing))
    if (all.length > count) problems.push(`${all.length} were invited to ${id}`)
  for (const [{ id }, all] of Map.groupBy(invitations, ({ to }) => to)) {
    const mostPerDay = Math.max(
      ...all.map(({ at }) => all.filter((one) => at - one.at < dayMs && one.at <= at).length),
    )
    if (mostPerDay > receivedPerDay) problems.push(`${id} was invited ${mostPerDay} times in a day`)
  }
  problems.push(...(await judgeNews(ctx, records)))
  const ends = Map.groupBy(
    rows.filter(({ state }) => state === 'ended'),
    ({ end_reason }) => end_reason ?? '',
  )
  const declinedRows = rows.filter(({ state }) => state === 'declined')
  const names = [...ends].map(([name, all]) => `${name} ${all.length}`).join(', ')
  return {
    broken: problems,
    figures: { invited: invitations.length, inviteAnswers: counts.answered, inviteEnds: counts.ended },
    table: [
      `invited                ${invitations.length} by ${new Set(invitations.map(({ listing }) => listing.author)).size} authors`,
      `invitations answered   ${counts.answered}: ${counts.answered - declinedRows.length} responded, ${declinedRows.length} declined, ${declinedRows.filter(({ decline_reason }) => decline_reason).length} with a reason`,
      `invitations ended      ${counts.ended}: ${names}`,
    ],
  }
}

/** Returns the invitations that were delivered as a message or in a digest. */
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
 * Checks the news. Nobody may get news from an author whom they have hidden. No message may arrive in a person's quiet
 * time. News for a saved search must not come before the time that the person chose.
 */
async function judgeNews({ db }: Context, { hiddenAuthors, freelancers }: SeasonRecords): Promise<string[]> {
  const { rows: news } = await sql<NewsDelivery>`
    select told.user_id, told.kind, told.created_at, listing.author_id, told.digest_id is null as "isAlone",
      coalesce(told.payload ->> 'why' = 'search', false) as "isSearch",
      case when told.state = 'sent' and told.digest_id is null
        then extract(epoch from (told.sent_at at time zone 'Europe/Moscow')::time)::int / 60 end as sent_minute
    from deliveries told join listings listing on listing.id = (told.payload ->> 'listing_id')::bigint
    where told.kind in ('new_order', 'hot_order', 'invitation')`.execute(db)
  const hiddenAt = new Map(hiddenAuthors.map(({ by, author, at }) => [pair(author.id, by.id), at]))
  const people = new Map(freelancers.map((one) => [one.id, one]))
  return news.flatMap(({ user_id, author_id, created_at, kind, isAlone, isSearch, sent_minute }) => {
    const at = hiddenAt.get(pair(author_id, user_id))
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
