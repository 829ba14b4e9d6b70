import { sql } from 'kysely'
import { type EndReason, responseTypes } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { inGroups } from '#tests/money/groups.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { Placed, Sent } from './acts.ts'
import { type Hidden, judgeInvitations } from './invitation-verdict.ts'
import type { Invited } from './inviting.ts'
import type { Actor } from './people.ts'

export type Loop = { day: number; loop: string; listing_id: number }
export type Verdict = { broken: string[]; table: string[]; figures: Record<string, number> }
type Lived = {
  placed: Placed[]
  sent: Sent[]
  loops: Loop[]
  freelancers: Actor[]
  invited: Invited[]
  hidden: Hidden[]
}

export async function openLoops({ db, now }: Context, day: number): Promise<Loop[]> {
  const { rows } = await sql<{ loop: string; listing_id: number }>`
    select loop, listing_id from open_loops_at(${now().toISOString()}::timestamptz)`.execute(db)
  return rows.map((row) => ({ ...row, day }))
}

/** Message to the sender for each end, as the product promises it. */
const words: Record<Exclude<EndReason, 'withdrawn'>, RegExp> = {
  chosen_other: /^На «(.+)» выбрали другого исполнителя/,
  listing_closed: /^На «(.+)» исполнителя больше не ищут: автор закрыл объявление/,
  listing_deleted: /^На «(.+)» исполнителя больше не ищут: автор удалил объявление/,
  listing_completed: /^«(.+)» закончен: работу сделал другой исполнитель/,
  not_renewed: /^На «(.+)» исполнителя больше не ищут: размещение закончилось, и автор его не продлил/,
  author_declined: /^(?:Автор отклонил ваш отклик на|Автор отменил выбор: на) «(.+?)»/,
}

const ends = ['not_chosen', 'declined', 'withdrawn']

/** Checks each person's results: messages in their chats, credits, and the number of messages per hour and day. */
export async function verdict(world: MoneyWorld, lived: Lived): Promise<Verdict> {
  const { ctx } = world.api
  const { telegram } = world
  const { sent, loops, placed, freelancers } = lived
  const broken = loops.map(({ day, loop, listing_id }) => `morning ${day}: ${loop} of listing ${listing_id}`)
  const invitations = await judgeInvitations(world, lived)
  broken.push(...invitations.broken)
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
  const bySender = Map.groupBy(sent, ({ by }) => by)
  let told = 0
  await inGroups([...bySender], async ([person, responses]) => {
    const chat = await telegram.get<{ text?: string }[]>(`/messages?chat_id=${person.account.id}`)
    for (const { id, listing } of responses) {
      const { status, end_reason } = byId.get(id) ?? {}
      if (!status || status === 'chosen' || status === 'withdrawn') continue
      if (!ends.includes(status)) broken.push(`response ${id} to ${listing.id} never ended: ${status}`)
      if (!end_reason || end_reason === 'withdrawn') continue
      const isTold = chat.some(({ text }) => words[end_reason].exec(text ?? '')?.[1] === listing.title)
      if (isTold) told += 1
      const isWanted = !person.isMuted || end_reason === 'author_declined'
      if (isTold !== isWanted) broken.push(`response ${id}: ${end_reason} was ${isTold ? '' : 'not '}told`)
    }
  })

  const credits = await ctx.db
    .selectFrom('credits')
    .innerJoin('payments', 'payments.id', 'credits.source_payment_id')
    .select(['payments.response_id', 'credits.reason'])
    .where('credits.product', '=', 'response')
    .execute()
  const creditOf = new Map(credits.map(({ response_id, reason }) => [response_id, reason]))
  const boosts = sent.filter(({ isBoosted }) => isBoosted)
  let late = 0
  for (const { id, isLooked, isWithdrawn, isPassed } of boosts) {
    const { status = 'no_show', response_type } = byId.get(id) ?? {}
    const credit = creditOf.get(id)
    // Another payment took the last place first: the payer gets a credit at once, and the response has no boost.
    if (credit === 'boost_too_late') late += 1
    if (credit === 'boost_too_late' && response_type !== responseTypes.boosted) continue
    const isOwed = isPassed || (ends.includes(status) && !isLooked && !isWithdrawn)
    if ((credit !== undefined) !== isOwed)
      broken.push(`the boost of ${id} is ${isOwed ? 'owed' : `credited wrongly: ${credit}`}`)
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
    if (hour > limits.bulk.perHour) broken.push(`${user_id} got ${hour} bulk messages in an hour`)
    if (day > limits.bulk.perDay) broken.push(`${user_id} got ${day} bulk messages in a day`)
    if (nudges > limits.nudge.perDay) broken.push(`${user_id} was reminded ${nudges} times in a day`)
  }

  const kinds = await ctx.db
    .selectFrom('deliveries')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('number')])
    .where('state', '=', 'sent')
    .where('user_id', 'is not', null)
    .groupBy('kind')
    .orderBy('number', 'desc')
    .execute()
  const counted = rows.filter(({ status }) => status !== 'withdrawn')
  const isAnswered = ({ end_reason, shortlisted_at, status }: (typeof rows)[number]) =>
    shortlisted_at !== null || status === 'chosen' || (end_reason !== null && end_reason !== 'not_renewed')
  const waits = counted
    .flatMap(({ created_at, shortlisted_at, ended_at }) => {
      const first = [shortlisted_at, ended_at].filter((at) => at !== null).toSorted()[0]
      return first ? [(Date.parse(first) - Date.parse(created_at)) / 3_600_000] : []
    })
    .toSorted((a, b) => a - b)
  const answered = counted.filter(isAnswered).length
  const median = waits[Math.floor(waits.length / 2)] ?? 0
  const reasons = Map.groupBy(counted, ({ end_reason, status }) => end_reason ?? status)
  const share = Math.round((100 * answered) / Math.max(1, counted.length))
  const most = Math.max(0, ...loud.map(({ any }) => any))
  const sentNumber = kinds.reduce((sum, { number }) => sum + number, 0)
  return {
    broken,
    figures: {
      responses: sent.length,
      told,
      boosts: boosts.length,
      credited: credits.length - late,
      answered,
      loops: loops.length,
      ...invitations.figures,
    },
    table: [
      `orders                 ${placed.length}`,
      `freelancers            ${freelancers.length}`,
      `responses              ${sent.length}, withdrawn ${rows.length - counted.length}`,
      `answered by authors    ${answered} (${share} %)`,
      `median wait            ${median.toFixed(1)} h to the first answer or the end`,
      `ends                   ${[...reasons].map(([name, all]) => `${name} ${all.length}`).join(', ')}`,
      `told of the end        ${told}`,
      ...invitations.table,
      `boosts                 ${boosts.length} paid, ${credits.length - late} credited unseen, ${late} after the last place was taken`,
      `messages               ${sentNumber}, at most ${most} to one person in a day`,
      `                       ${kinds.map(({ kind, number }) => `${kind} ${number}`).join(', ')}`,
      `open loops             ${loops.length}`,
    ],
  }
}
