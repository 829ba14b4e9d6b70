import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import type { DecisionPlace, Effort, Moderator } from './shift-doors.ts'
import type { FollowUpTask, TaskScenario } from './shift-kind.ts'
import { openShift, type Shift } from './shift-people.ts'
import { listingReport, messageReport, personReport } from './shift-reports.ts'
import {
  closedAccess,
  disguisedText,
  expectPublished,
  honestText,
  nearDuplicate,
  orderFields,
  ruleBreaking,
  submitOrder,
  vacancy,
} from './shift-submissions.ts'
import { edit, objection, question } from './shift-talk.ts'

/** Kinds of moderation tasks in order of arrival. `of60` is a kind's share of sixty tasks. */
const kinds: Record<string, { of60: number; arrive: TaskScenario }> = {
  'good order': {
    of60: 9,
    async arrive(shift, n) {
      const submittedOrder = await submitOrder(shift, orderFields(n))
      expect(await shift.textOf(submittedOrder.task_id)).not.toMatch(/контакты в тексте|похоже на обман/)
      return {
        task_id: submittedOrder.task_id,
        card: 'Проверка',
        decision: { verb: 'approve' },
        checkOutcome: () => expectPublished(shift, submittedOrder),
      }
    },
  },
  vacancy: { of60: 6, arrive: vacancy },
  spam: {
    of60: 4,
    arrive: ruleBreaking(
      (n) => `Лёгкий заработок каждому, вложений не надо, пишите сразу. Набор ${n}.`,
      'похоже на обман',
      'scam',
      'Похоже на обман',
    ),
  },
  contacts: {
    of60: 4,
    arrive: ruleBreaking(
      (n) => `${honestText(n)} Пишите на studio${n}@example.com`,
      'контакты в тексте',
      'contacts',
      'Контакты в описании',
    ),
  },
  'disguised contacts': {
    of60: 4,
    arrive: ruleBreaking(
      (n) => `Задание ${n} обсудим подробно. ${disguisedText(n)}`,
      'в тексте: «',
      'contacts',
      'Контакты в описании',
    ),
  },
  'near-duplicate': { of60: 4, arrive: nearDuplicate },
  urgent: {
    of60: 4,
    async arrive(shift, n) {
      const submittedOrder = await submitOrder(shift, { ...orderFields(n), is_urgent: true })
      const checkOutcome = async () => {
        expect((await shift.moved(submittedOrder.id, 'published')).urgent).toBe(true)
        return expectPublished(shift, submittedOrder)
      }
      return {
        task_id: submittedOrder.task_id,
        card: `Заказ ${submittedOrder.id}, срочный, оплачен`,
        decision: { verb: 'approve' },
        checkOutcome,
      }
    },
  },
  'small edit': { of60: 3, arrive: edit((n) => ({ subtitle: `${honestText(n)} Ждём к утру.` }), false) },
  'large edit': { of60: 4, arrive: edit((n) => ({ price: 90_000 + n }), true) },
  'report on a listing': { of60: 4, arrive: listingReport },
  'report on a person': { of60: 2, arrive: personReport },
  'report on a message': { of60: 2, arrive: messageReport },
  appeal: { of60: 3, arrive: objection },
  question: { of60: 4, arrive: question },
  'scam, access closed': { of60: 2, arrive: closedAccess },
  'a moderator’s own': {
    of60: 1,
    async arrive(shift, n) {
      const ownModerator = shift.moderators[n % 2] as Moderator
      const author = shift.readerOf(ownModerator)
      const submittedOrder = await submitOrder(shift, orderFields(n), author)
      const checkOutcome = () => expectPublished(shift, submittedOrder)
      return {
        task_id: submittedOrder.task_id,
        card: 'Проверка',
        ownModerator,
        decision: { verb: 'approve' },
        checkOutcome,
      }
    },
  },
}

/**
 * The test suite runs every kind of task; `SHIFT_ITEMS=60 node start.mjs test tests/bot/shift.test.ts` runs a full
 * shift.
 */
const size = Number(process.env.SHIFT_ITEMS ?? 20)
const seed = 7
const batchSize = 4

let shift: Shift
beforeAll(async () => {
  shift = await openShift()
  return shift.close
})

/** Returns the kinds of `count` tasks, mixed. No kind occurs more often than its share of sixty. */
function kindsOf(count: number): string[] {
  const cycleCount = Math.ceil(count / 60)
  const allItems = Object.entries(kinds).flatMap(([kind, { of60 }]) =>
    Array.from({ length: of60 * cycleCount }, (_, at) => ({ kind, at })),
  )
  const order = Object.keys(kinds)
  const inRounds = allItems.sort(
    (one, other) => one.at - other.at || order.indexOf(one.kind) - order.indexOf(other.kind),
  )
  return inRounds.slice(0, count).map(({ kind }) => kind)
}

const shuffleItems = <T>(items: T[]): T[] =>
  fc.sample(fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }), {
    seed,
    numRuns: 1,
  })[0] ?? []

type KindTotals = { items: number; chat: number; area: number } & Effort
const emptyTotals = (): KindTotals => ({ items: 0, chat: 0, area: 0, taps: 0, writtenMessages: 0, calls: 0 })

/** Has a moderator decide one task, after a moderator who may not decide it has tried. */
async function decideItem(
  item: FollowUpTask,
  moderator: Moderator,
  place: DecisionPlace,
  totals: KindTotals,
): Promise<void> {
  await expect.poll(() => shift.textOf(item.task_id), { timeout: 10_000 }).toContain(item.card)
  if (item.excluded) {
    const { moderator, refusal } = item.excluded
    for (const decisionPlace of ['chat', 'area'] as const)
      expect(await shift.places.refusal(decisionPlace, moderator, item.task_id)).toBe(refusal)
  }
  const effort = await shift.places.decideTask(place, moderator, item.task_id, item.decision)
  totals[place]++
  for (const cost of ['taps', 'writtenMessages', 'calls'] as const) totals[cost] += effort[cost]
}

const otherModerator = (moderator: Moderator) =>
  shift.moderators.find((one) => one !== moderator) as Moderator

function printTotals(totalsByKind: Map<string, KindTotals>): void {
  const total = emptyTotals()
  for (const totals of totalsByKind.values())
    for (const key of Object.keys(total) as (keyof KindTotals)[]) total[key] += totals[key]
  const perDecision = (sum: number, count: number) => (count ? (sum / count).toFixed(1) : '–')
  const rows = [...totalsByKind, ['all', total] as const].map(([kind, { items, chat, area, ...effort }]) => [
    ...[kind, items, chat, area],
    ...[
      perDecision(effort.taps, chat),
      perDecision(effort.writtenMessages, chat),
      perDecision(effort.calls, area),
    ],
  ])
  const header = ['kind', 'items', 'in chat', 'in area', 'taps each', 'written each', 'calls each']
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  process.stdout.write(`${[line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')}\n`)
}

test(`a shift of ${size}: each ends as it should for every side, and nobody decides about their own`, async () => {
  const order = shuffleItems(
    kindsOf(size).map((kind, n) => ({
      kind,
      n: n + 1,
      place: n % 3 ? ('chat' as const) : ('area' as const),
    })),
  )
  const items = []
  // Moderation tasks are created in small batches, as they arrive during a shift.
  for (let at = 0; at < order.length; at += batchSize) {
    const arrivingTasks = order.slice(at, at + batchSize).map(async (item) => {
      const waitingTask = await kinds[item.kind]?.arrive(shift, item.n)
      return waitingTask ? [{ ...item, waiting: waitingTask }] : []
    })
    items.push(...(await Promise.all(arrivingTasks)).flat())
  }
  await shift.releaseEdits()
  const totalsByKind = new Map(Object.keys(kinds).map((kind) => [kind, emptyTotals()]))
  const decidedItems = []
  for (const { kind, n, place, waiting } of items) {
    const totals = totalsByKind.get(kind) as KindTotals
    totals.items++
    const moderator = waiting.ownModerator
      ? otherModerator(waiting.ownModerator)
      : (shift.moderators[n % 2] as Moderator)
    const excludedModerator = waiting.ownModerator && {
      moderator: waiting.ownModerator,
      refusal: errorText('ru', 'own_case'),
    }
    await decideItem({ ...waiting, excluded: excludedModerator }, moderator, place, totals)
    decidedItems.push({ moderator, place, tally: totals, waiting })
  }
  for (const { moderator, place, tally, waiting } of decidedItems) {
    const followUp = await waiting.checkOutcome(moderator)
    if (!followUp) continue
    const second = otherModerator(moderator)
    await decideItem(followUp, second, place, tally)
    await followUp.checkOutcome(second)
  }
  for (const { waiting } of decidedItems) await shift.waitForClosed(waiting.task_id)
  const tasksLeft = shift.db.selectFrom('moderation_tasks').select('id').where('applied_at', 'is', null)
  expect(await tasksLeft.execute()).toEqual([])
  const { rows } = await sql`
    select task.id from moderation_tasks task
    left join listings listing on listing.id = task.listing_id
    left join moderation_tasks first on first.id = task.appeal_of
    where task.decided_by in (listing.author_id, first.decided_by)`.execute(shift.db)
  expect(rows).toEqual([])
  printTotals(totalsByKind)
}, 120_000)
