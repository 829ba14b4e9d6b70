import { describe, expect, test } from 'vitest'
import { promptKinds } from '#services/bot/dialog/prompts.ts'
import {
  foreignOwnerOf,
  hiddenFrom,
  listings,
  openAccessBot,
  personNames,
  press,
  setup,
  states,
  testBot,
} from './bot-objects.ts'
import { presses } from './bot-verbs.ts'

/** An answer to a question of the bot tells nothing about an object that became hidden meanwhile. */

openAccessBot()

/** Prompts that were sent while their object was visible, and are answered after it became hidden. */
const listingPrompts = [
  'answer',
  'appeal',
  'room',
  'respond_price',
  'respond_letter',
  'remark',
  'review',
  'hand_in',
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
      const hidden = hiddenFrom(name, taskPrompts.includes(kind) ? 'task' : 'listing')
      for (const { id, label } of hidden) {
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

/** Inserts the prompt as the bot stores it, with the draft that belongs to it. */
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
