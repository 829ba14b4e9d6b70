import { sql } from 'kysely'
import { type EndReason, responseTypes } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { runInGroups } from '#tests/money/groups.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { PlacedListing, SentResponse } from './acts.ts'
import { type HiddenAuthor, judgeInvitations } from './invitation-verdict.ts'
import type { SentInvitation } from './inviting.ts'
import type { Actor } from './people.ts'

export type Loop = { day: number; loop: string; listing_id: number }
export type Verdict = { problems: string[]; table: string[]; figures: Record<string, number> }
type SeasonRecords = {
  listings: PlacedListing[]
  sentResponses: SentResponse[]
  loops: Loop[]
  freelancers: Actor[]
  invitations: SentInvitation[]
  hiddenAuthors: HiddenAuthor[]
}

export async function openLoops({ db, now }: Context, day: number): Promise<Loop[]> {
  const { rows } = await sql<{ loop: string; listing_id: number }>`
    select loop, listing_id from open_loops_at(${now().toISOString()}::timestamptz)`.execute(db)
  return rows.map((row) => ({ ...row, day }))
}

/** For each way in which a response ends, the message to its sender that the product promises. */
const words: Record<Exclude<EndReason, 'withdrawn'>, RegExp> = {
  chosen_other: /^На «(.+)» выбрали другого исполнителя/,
  listing_closed: /^На «(.+)» исполнителя больше не ищут: заказчик закрыл объявление/,
  listing_deleted: /^На «(.+)» исполнителя больше не ищут: заказчик удалил объявление/,
  listing_completed: /^«(.+)» закончен: работу сделал другой исполнитель/,
  not_renewed: /^На «(.+)» исполнителя больше не ищут: размещение закончилось, и заказчик его не продлил/,
  author_declined: /^(?:Заказчик отклонил ваш отклик на|Заказчик отменил выбор: на) «(.+?)»/,
}

const endedStatuses = ['not_chosen', 'declined', 'withdrawn']

/**
 * Checks the results for each person: messages in the chat, credits, and the number of messages per hour and per day.
 */
export async function judgeSeason(world: MoneyWorld, records: SeasonRecords): Promise<Verdict> {
  const { ctx } = world.api
  const { telegram } = world
  const { sentResponses, loops, listings, freelancers } = records
  const problems = loops.map(
    ({ day, loop, listing_id }) => `morning ${day}: ${loop} of listing ${listing_id}`,
  )
  const invitations = await judgeInvitations(world, records)
  problems.push(...invitations.broken)
  const rows = await ctx.db
    .selectFrom('responses')
    .select([
      'id',
      'status',
      'end_reason',
      'created_at',
      'seen_at',
      'shortlisted_at',
      'ended_at',
      'response_type',
    ])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySender = Map.groupBy(sentResponses, ({ by }) => by)
  let toldCount = 0
  await runInGroups([...bySender], async ([person, responses]) => {
    const chat = await telegram.get<{ text?: string }[]>(`/messages?chat_id=${person.account.id}`)
    for (const { id, listing } of responses) {
      const { status, end_reason } = byId.get(id) ?? {}
      if (!status || status === 'chosen' || status === 'withdrawn') continue
      if (!endedStatuses.includes(status))
        problems.push(`response ${id} to ${listing.id} never ended: ${status}`)
      if (!end_reason || end_reason === 'withdrawn') continue
      const isTold = chat.some(({ text }) => words[end_reason].exec(text ?? '')?.[1] === listing.title)
      if (isTold) toldCount += 1
      const isWanted = !person.isMuted || end_reason === 'author_declined'
      if (isTold !== isWanted) problems.push(`response ${id}: ${end_reason} was ${isTold ? '' : 'not '}told`)
    }
  })

  const credits = await ctx.db
    .selectFrom('credits')
    .innerJoin('payments', 'payments.id', 'credits.source_payment_id')
    .select(['payments.response_id', 'credits.reason'])
    .where('credits.product', '=', 'response')
    .execute()
  const creditOf = new Map(credits.map(({ response_id, reason }) => [response_id, reason]))
  const boosts = sentResponses.filter(({ isBoosted }) => isBoosted)
  let lateCount = 0
  for (const { id, isLooked, isWithdrawn, isPassedOver } of boosts) {
    const { status = 'no_show', response_type } = byId.get(id) ?? {}
    const credit = creditOf.get(id)
    // If another payment took the last boost place first, the payer gets a credit at once, and the response has no
    // boost.
    if (credit === 'boost_too_late') lateCount += 1
    if (credit === 'boost_too_late' && response_type !== responseTypes.boosted) continue
    const isOwed = isPassedOver || (endedStatuses.includes(status) && !isLooked && !isWithdrawn)
    if ((credit !== undefined) !== isOwed)
      problems.push(`the boost of ${id} is ${isOwed ? 'owed' : `credited wrongly: ${credit}`}`)
  }

  const { rows: loud } = await sql<{
    user_id: number
    hour: number
    day: number
    nudges: number
    any: number
  }>`
    with sent as (
      select user_id, kind, lane, sent_at,
        count(*) filter (where lane = 'bulk') over (partition by user_id order by sent_at
          range between interval '1 hour' preceding and current row) as hour,
        count(*) filter (where lane = 'bulk') over (partition by user_id order by sent_at
          range between interval '1 day' preceding and current row) as day,
        count(*) filter (where kind = 'responses_waiting') over (partition by user_id order by sent_at
          range between interval '1 day' preceding and current row) as nudges,
        count(*) over (partition by user_id order by sent_at
          range between interval '1 day' preceding and current row) as any
      from deliveries where state = 'sent' and user_id is not null and digest_id is null
        and kind not like '%\\_drawn'
    ) select user_id, max(hour)::int as hour, max(day)::int as day, max(nudges)::int as nudges, max("any")::int as "any"
      from sent group by user_id`.execute(ctx.db)
  for (const { user_id, hour, day, nudges } of loud) {
    if (hour > limits.bulkMessages.perHour) problems.push(`${user_id} got ${hour} bulk messages in an hour`)
    if (day > limits.bulkMessages.perDay) problems.push(`${user_id} got ${day} bulk messages in a day`)
    if (nudges > limits.waitingReminder.perDay)
      problems.push(`${user_id} was reminded ${nudges} times in a day`)
  }

  const kinds = await ctx.db
    .selectFrom('deliveries')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('number')])
    .where('state', '=', 'sent')
    .where('user_id', 'is not', null)
    .groupBy('kind')
    .orderBy('number', 'desc')
    .execute()
  const countedResponses = rows.filter(({ status }) => status !== 'withdrawn')
  const isAnswered = ({ end_reason, shortlisted_at, status }: (typeof rows)[number]) =>
    shortlisted_at !== null || status === 'chosen' || (end_reason !== null && end_reason !== 'not_renewed')
  const waitHours = countedResponses
    .flatMap(({ created_at, shortlisted_at, ended_at }) => {
      const first = [shortlisted_at, ended_at].filter((at) => at !== null).toSorted()[0]
      return first ? [(Date.parse(first) - Date.parse(created_at)) / 3_600_000] : []
    })
    .toSorted((a, b) => a - b)
  const answeredCount = countedResponses.filter(isAnswered).length
  const median = waitHours[Math.floor(waitHours.length / 2)] ?? 0
  const reasons = Map.groupBy(countedResponses, ({ end_reason, status }) => end_reason ?? status)
  const share = Math.round((100 * answeredCount) / Math.max(1, countedResponses.length))
  const mostPerHour = Math.max(0, ...loud.map(({ any }) => any))
  const sentNumber = kinds.reduce((sum, { number }) => sum + number, 0)
  return {
    problems,
    figures: {
      responses: sentResponses.length,
      told: toldCount,
      boosts: boosts.length,
      credited: credits.length - lateCount,
      answered: answeredCount,
      loops: loops.length,
      ...invitations.figures,
    },
    table: [
      `orders                 ${listings.length}`,
      `freelancers            ${freelancers.length}`,
      `responses              ${sentResponses.length}, withdrawn ${rows.length - countedResponses.length}`,
      `answered by authors    ${answeredCount} (${share} %)`,
      `median wait            ${median.toFixed(1)} h to the first answer or the end`,
      `ends                   ${[...reasons].map(([name, all]) => `${name} ${all.length}`).join(', ')}`,
      `told of the end        ${toldCount}`,
      ...invitations.table,
      `boosts                 ${boosts.length} paid, ${credits.length - lateCount} credited unseen, ${lateCount} after the last place was taken`,
      `messages               ${sentNumber}, at most ${mostPerHour} to one person in a day`,
      `                       ${kinds.map(({ kind, number }) => `${kind} ${number}`).join(', ')}`,
      `open loops             ${loops.length}`,
    ],
  }
}
