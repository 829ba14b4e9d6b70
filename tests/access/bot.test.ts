import { describe, expect, test } from 'vitest'
import { promptKinds } from '#services/bot/dialog/prompts.ts'
import { everyNth } from '#tests/support/run/share.ts'
import {
  absentId,
  accountOf,
  expectedReply,
  foreignOwnerOf,
  hiddenObjectsOf,
  listings,
  openAccessBot,
  personNames,
  press,
  setup,
  states,
  testBot,
} from './bot-objects.ts'
import { callbacksWithoutId, commands, links, type ObjectKind, presses } from './bot-verbs.ts'
import { readTables, rowsOf } from './tables.ts'

/**
 * Tests each callback with each person and each object. A person who may not see an object gets the same reply as for
 * an id that does not exist.
 */

openAccessBot()

/** Tables that every update changes: received updates, and the state of the chat. */
const technical = /^(bot_updates|bot_prompts|chat_ends|users|bot_people)$/
async function readStableRows(): Promise<string[]> {
  const rows = rowsOf(await readTables(setup.api.ctx.db))
  return rows
    .filter(({ table }) => !technical.test(table))
    .map((row) => JSON.stringify(row))
    .sort()
}

const cases = Object.entries(presses).flatMap(([kind, allCallbacks]) =>
  allCallbacks.map((data): [string, ObjectKind] => [data, kind as ObjectKind]),
)

describe('a press that names what somebody may not see is answered like one that names nothing', () => {
  test.each(everyNth(4, cases))('%s', async (data, kind) => {
    const rowsBefore = await readStableRows()
    const problems: string[] = []
    for (const name of personNames) {
      const absentReply = await press(name, data, absentId)
      if (absentReply === '') problems.push(`${name}: no answer`)
      for (const { id, label } of hiddenObjectsOf(name, kind)) {
        const reply = await press(name, data, id)
        if (reply !== expectedReply(absentReply, id))
          problems.push(`${name}, ${label}: ${reply}\ninstead of ${absentReply}`)
      }
    }
    expect(problems).toEqual([])
    expect(await readStableRows()).toEqual(rowsBefore)
  })
})

describe('a press that names what somebody sees is answered', () => {
  const visibleCases = cases.filter(([, kind]) => kind === 'listing')
  test.each(everyNth(4, visibleCases))('%s', async (data) => {
    for (const name of ['stranger', 'counterpart', 'moderator'] as const) {
      const { order } = setup.seed.fixtures[foreignOwnerOf(name)]
      const reply = await setup.withRollback(() => press(name, data, order.published))
      expect(reply, name).toMatch(/Кофейня \d+ published|Бюджет заказчика/)
    }
  })
})

describe('links and cards that name what somebody may not see', () => {
  test.each(links)('/start %s', async (link) => {
    const problems: string[] = []
    for (const name of personNames) {
      const openLink = (id: number) =>
        testBot.send(accountOf(name), { text: `/start ${link.replace('#', String(id))}` })
      const absentReply = await openLink(absentId)
      for (const { id, label } of hiddenObjectsOf(name, 'listing')) {
        const reply = await openLink(id)
        if (reply !== expectedReply(absentReply, id)) problems.push(`${name}, ${label}: ${reply}`)
      }
    }
    expect(problems).toEqual([])
  })

  test('a card to share is offered of no such listing', async () => {
    for (const name of personNames)
      for (const { id, label } of hiddenObjectsOf(name, 'listing')) {
        const reply = await testBot.send(accountOf(name), { query: `page_order_orderId_${id}` })
        expect(reply, `${name}, ${label}`).toContain('"results":[]')
      }
  })
})

/**
 * Prompts of the bot about a listing. The person could see the listing when the prompt was sent, and answers after the
 * listing became hidden.
 */
const listingPrompts = [
  'answer',
  'appeal',
  'room',
  'respond_price',
  'respond_letter',
  'remark',
  'review',
  'hand_in',
  'other_price',
]
const taskPrompts = ['reason', 'question', 'consequence']

test('every question that the bot asks is tried', () => {
  expect([...listingPrompts, ...taskPrompts, 'support'].sort()).toEqual([...promptKinds].sort())
})

describe('an answer to a question about what is out of sight tells nothing of it', () => {
  test.each([...listingPrompts, ...taskPrompts])('%s', async (kind) => {
    const problems: string[] = []
    for (const name of personNames) {
      if (name === 'blocked') continue
      const { person } = setup.seed.fixtures[name]
      const hiddenItems = hiddenObjectsOf(name, taskPrompts.includes(kind) ? 'task' : 'listing')
      for (const { id, label } of hiddenItems) {
        const title = await titleOf(
          taskPrompts.includes(kind) ? setup.seed.fixtures[foreignOwnerOf(name)].order.moderation : id,
        )
        const reply = await setup.withRollback(async () => {
          await insertPrompt(person.id, person.account.id, kind, id)
          return testBot.send(person.account, {
            text: '2000 рублей за всё, как договорились',
            reply_to: testBot.message_id,
          })
        })
        if (reply.includes(title) || reply === '') problems.push(`${name}, ${label}: ${reply}`)
      }
    }
    expect(problems).toEqual([])
  })
})

async function titleOf(id: number): Promise<string> {
  const { db } = setup.api.ctx
  const row = await db.selectFrom('listings').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  return row.title
}

/** Inserts a prompt as the bot stores it, with the draft that belongs to the prompt. */
async function insertPrompt(
  user_id: number,
  chat_id: number,
  kind: string,
  subject_id: number,
): Promise<void> {
  const { db, now } = setup.api.ctx
  const { message_id } = testBot
  const asked_at = now().toISOString()
  const details = JSON.stringify({
    kind: 'order',
    other_id: setup.seed.fixtures.owner.person.id,
    name: 'Анна',
  })
  const prompt = { user_id, chat_id, message_id, kind, subject_id, details, holds_until: null, asked_at }
  await db.insertInto('bot_prompts').values(prompt).execute()
  if (!kind.startsWith('respond_')) return
  const draft = { user_id, listing_id: subject_id, message_id, waits_for_phone: false, created_at: asked_at }
  await db.insertInto('response_drafts').values(draft).execute()
}

test('a response that was begun before the listing went out of sight tells no more of it', async () => {
  const { person } = setup.seed.fixtures.stranger
  const problems: string[] = []
  for (const state of states) {
    const id = listings.owner[state]
    const title = await titleOf(id)
    for (const data of presses.listing.filter((one) => one.startsWith('v1:respond:'))) {
      const reply = await setup.withRollback(async () => {
        await insertPrompt(person.id, person.account.id, 'respond_price', id)
        return press('stranger', data, id)
      })
      if (reply.includes(title) || reply === '') problems.push(`${data}, ${state}: ${reply}`)
    }
  }
  expect(problems).toEqual([])
})

describe('the list of verbs is whole', () => {
  const allCallbacks = [...Object.values(presses).flat(), ...callbacksWithoutId].map((data) =>
    data.trim().replace('#', '7'),
  )
  const isHandledBy = (trigger: string | RegExp, data: string) =>
    typeof trigger === 'string' ? trigger === data : trigger.test(data)

  test('each press that the bot listens to is tried, with each of its words', () => {
    const missingTriggers = testBot.handlers.presses.flatMap((trigger) => {
      const matchingCallbacks = allCallbacks.filter((data) => isHandledBy(trigger, data))
      if (matchingCallbacks.length === 0) return [String(trigger)]
      const reply = matchingCallbacks.flatMap((data) => data.split(':'))
      const options = [...String(trigger).matchAll(/\((?:\?:)?([^()]*\|[^()]*)\)/g)].flatMap(
        ([, group = '']) => group.split('|'),
      )
      return options.filter((word) => !reply.some((part) => new RegExp(`^(?:${word})$`).test(part)))
    })
    expect(missingTriggers).toEqual([])
  })

  test('each verb of the list is one that the bot listens to', () => {
    expect(
      allCallbacks.filter((data) => !testBot.handlers.presses.some((trigger) => isHandledBy(trigger, data))),
    ).toEqual([])
  })

  test('each command is listed, and each gets an answer from everybody', async () => {
    expect([...new Set(testBot.handlers.commands)].sort()).toEqual([...commands].sort())
    for (const name of personNames)
      for (const command of commands)
        expect(
          await setup.withRollback(() => testBot.send(accountOf(name), { text: `/${command}` })),
          command,
        ).not.toBe('')
  })

  test('a press that names nothing is answered to everybody', async () => {
    for (const name of personNames)
      for (const data of callbacksWithoutId) {
        const reply = await setup.withRollback(() => testBot.send(accountOf(name), { data: data.trim() }))
        expect(reply, `${name}: ${data}`).toContain('answerCallbackQuery')
      }
  })
})
