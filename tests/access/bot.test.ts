import { beforeAll, describe, expect, test } from 'vitest'
import { promptKinds } from '#services/bot/dialog/prompts.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { oneIn } from '#tests/support/run/share.ts'
import { bare, commands, links, type Named, presses } from './bot-verbs.ts'
import { openDoor } from './bot-world.ts'
import type { Fixtures } from './fixtures.ts'
import { foreignFixturesOf, type Member, members } from './people.ts'
import { type AccessSetup, setUpAccess } from './setup.ts'
import { readTables, rowsOf } from './tables.ts'

/** Verb × person × object: a person who may not see an object gets the answer for an absent id. */

const who = [...members, 'blocked'] as const
type Who = (typeof who)[number]
/** States of another person's listing that hide it. */
const states = ['draft', 'moderation', 'rejected', 'hidden', 'deleted', 'blocking', 'completed'] as const
type State = (typeof states)[number]

const absent = 999_999_999
let setup: AccessSetup
let door: ReturnType<typeof openDoor>
let listings: Record<Member, Record<State, number>>
let reports: Record<Member, number>

beforeAll(async () => {
  setup = await setUpAccess()
  await prepare()
  door = openDoor(setup)
})

const accountOf = (name: Who) =>
  name === 'blocked' ? setup.seed.refused.blocked.account : setup.seed.fixtures[name].person.account
const foreignOf = (name: Who): Member => (name === 'blocked' ? 'owner' : foreignFixturesOf(name))

/** Creates listings in the states that the seed lacks. The author of the `blocking` ones blocks everybody. */
async function prepare(): Promise<void> {
  const { api, seed } = setup
  const { db } = api.ctx
  listings = {} as typeof listings
  reports = {} as typeof reports
  const blocking = await db
    .selectFrom('responses')
    .innerJoin('listings', 'listings.id', 'responses.listing_id')
    .select(['listings.id', 'listings.author_id'])
    .where('responses.id', '=', seed.fixtures.stranger.response)
    .executeTakeFirstOrThrow()
  for (const name of members) {
    const { order, vacancy, person } = seed.fixtures[name]
    const published_at = api.ctx.now().toISOString()
    const hidden = { status: 'hidden', hidden_reason: 'owner', published_at } as const
    await placeRows(api.owner, 'listings', { id: vacancy.draft }, hidden)
    await placeRows(api.owner, 'listings', { id: vacancy.rejected }, { status: 'deleted' })
    listings[name] = {
      draft: order.draft,
      moderation: order.moderation,
      rejected: order.rejected,
      hidden: vacancy.draft,
      deleted: vacancy.rejected,
      completed: order.completed,
      blocking: blocking.id,
    }
    const report = await db
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', '=', person.id)
      .executeTakeFirstOrThrow()
    reports[name] = report.id
    await db
      .insertInto('user_blocks')
      .values({ user_id: blocking.author_id, blocked_id: person.id })
      .execute()
  }
}

/** Staff see all listings of others except deleted ones; the counterpart sees the completed one. */
function isInSight(name: Who, state: State): boolean {
  if (name === 'moderator' || name === 'admin') return state !== 'deleted'
  return name === 'counterpart' && state === 'completed'
}

type Thing = Exclude<Named, 'listing' | 'own_listing' | 'deal'>
const ownThing: Record<Thing, (fixtures: Fixtures, name: Member) => number> = {
  response: ({ received_response }) => received_response.order,
  invitation: ({ invitation }) => invitation,
  report: (_, name) => reports[name],
  confirmation: ({ confirmation }) => confirmation,
  case: ({ support_case }) => support_case,
  task: ({ task }) => task,
  search: ({ saved_search }) => saved_search,
}

const isStaff = (name: Who) => name === 'moderator' || name === 'admin'

/** Ids of objects that must be hidden from this person. */
function hiddenFrom(name: Who, named: Named): { id: number; what: string }[] {
  const owner = foreignOf(name)
  const fixtures = setup.seed.fixtures[owner]
  if (named === 'listing')
    return states
      .filter((state) => !isInSight(name, state))
      .map((state) => ({ id: listings[owner][state], what: state }))
  // In the seed the counterpart works on other people's listings.
  if (named === 'deal' && name === 'counterpart') return []
  if (named === 'own_listing' || named === 'deal')
    return [
      ...states.map((state) => ({ id: listings[owner][state], what: state })),
      { id: fixtures.order.published, what: 'published' },
      { id: fixtures.order.working, what: 'working' },
    ]
  if (named === 'task' && isStaff(name)) return []
  return [{ id: ownThing[named](fixtures, owner), what: 'foreign' }]
}

/** The answer for an absent id, with this id put in its place. */
const sayingOf = (nothing: string, id: number) => nothing.replaceAll(String(absent), String(id))
const press = (name: Who, data: string, id: number) =>
  door.tell(accountOf(name), { data: data.replace('#', String(id)) })

/** Tables that any update writes to: received updates, and the state of the chat. */
const technical = /^(bot_updates|bot_prompts|chat_ends|users|bot_people)$/
async function kept(): Promise<string[]> {
  const rows = rowsOf(await readTables(setup.api.ctx.db))
  return rows
    .filter(({ table }) => !technical.test(table))
    .map((row) => JSON.stringify(row))
    .sort()
}

const table = Object.entries(presses).flatMap(([named, all]) =>
  all.map((data): [string, Named] => [data, named as Named]),
)

describe('a press that names what somebody may not see is answered like one that names nothing', () => {
  test.each(oneIn(4, table))('%s', async (data, named) => {
    const before = await kept()
    const problems: string[] = []
    for (const name of who) {
      const nothing = await press(name, data, absent)
      if (nothing === '') problems.push(`${name}: no answer`)
      for (const { id, what } of hiddenFrom(name, named)) {
        const said = await press(name, data, id)
        if (said !== sayingOf(nothing, id)) problems.push(`${name}, ${what}: ${said}\ninstead of ${nothing}`)
      }
    }
    expect(problems).toEqual([])
    expect(await kept()).toEqual(before)
  })
})

describe('a press that names what somebody sees is answered', () => {
  const seen = table.filter(([, named]) => named === 'listing')
  test.each(oneIn(4, seen))('%s', async (data) => {
    for (const name of ['stranger', 'counterpart', 'moderator'] as const) {
      const { order } = setup.seed.fixtures[foreignOf(name)]
      const said = await setup.inCopy(() => press(name, data, order.published))
      expect(said, name).toMatch(/Кофейня \d+ published|Бюджет заказчика/)
    }
  })
})

describe('links and cards that name what somebody may not see', () => {
  test.each(links)('/start %s', async (link) => {
    const problems: string[] = []
    for (const name of who) {
      const open = (id: number) =>
        door.tell(accountOf(name), { text: `/start ${link.replace('#', String(id))}` })
      const nothing = await open(absent)
      for (const { id, what } of hiddenFrom(name, 'listing')) {
        const said = await open(id)
        if (said !== sayingOf(nothing, id)) problems.push(`${name}, ${what}: ${said}`)
      }
    }
    expect(problems).toEqual([])
  })

  test('a card to share is offered of no such listing', async () => {
    for (const name of who)
      for (const { id, what } of hiddenFrom(name, 'listing')) {
        const said = await door.tell(accountOf(name), { query: `page_order_orderId_${id}` })
        expect(said, `${name}, ${what}`).toContain('"results":[]')
      }
  })
})

/** Prompts that were sent while their object was visible, and are answered after it became hidden. */
const aboutListing = [
  'answer',
  'appeal',
  'room',
  'respond_price',
  'respond_letter',
  'remark',
  'review',
  'hand_in',
]
const aboutTask = ['reason', 'question', 'consequence']

test('every question that the bot asks is tried', () => {
  expect([...aboutListing, ...aboutTask, 'support'].sort()).toEqual([...promptKinds].sort())
})

describe('an answer to a question about what is out of sight tells nothing of it', () => {
  test.each([...aboutListing, ...aboutTask])('%s', async (kind) => {
    const problems: string[] = []
    for (const name of who) {
      if (name === 'blocked') continue
      const { person } = setup.seed.fixtures[name]
      const hidden = hiddenFrom(name, aboutTask.includes(kind) ? 'task' : 'listing')
      for (const { id, what } of hidden) {
        const title = await titleOf(
          aboutTask.includes(kind) ? setup.seed.fixtures[foreignOf(name)].order.moderation : id,
        )
        const said = await setup.inCopy(async () => {
          await ask(person.id, person.account.id, kind, id)
          return door.tell(person.account, {
            text: '2000 рублей за всё, как договорились',
            reply_to: door.message_id,
          })
        })
        if (said.includes(title) || said === '') problems.push(`${name}, ${what}: ${said}`)
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
async function ask(user_id: number, chat_id: number, kind: string, subject_id: number): Promise<void> {
  const { db, now } = setup.api.ctx
  const { message_id } = door
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
      const said = await setup.inCopy(async () => {
        await ask(person.id, person.account.id, 'respond_price', id)
        return press('stranger', data, id)
      })
      if (said.includes(title) || said === '') problems.push(`${data}, ${state}: ${said}`)
    }
  }
  expect(problems).toEqual([])
})

describe('the list of verbs is whole', () => {
  const all = [...Object.values(presses).flat(), ...bare].map((data) => data.trim().replace('#', '7'))
  const fits = (trigger: string | RegExp, data: string) =>
    typeof trigger === 'string' ? trigger === data : trigger.test(data)

  test('each press that the bot listens to is tried, with each of its words', () => {
    const missing = door.heard.presses.flatMap((trigger) => {
      const tried = all.filter((data) => fits(trigger, data))
      if (tried.length === 0) return [String(trigger)]
      const said = tried.flatMap((data) => data.split(':'))
      const words = [...String(trigger).matchAll(/\((?:\?:)?([^()]*\|[^()]*)\)/g)].flatMap(([, group = '']) =>
        group.split('|'),
      )
      return words.filter((word) => !said.some((part) => new RegExp(`^(?:${word})$`).test(part)))
    })
    expect(missing).toEqual([])
  })

  test('each verb of the list is one that the bot listens to', () => {
    expect(all.filter((data) => !door.heard.presses.some((trigger) => fits(trigger, data)))).toEqual([])
  })

  test('each command is listed, and each gets an answer from everybody', async () => {
    expect([...new Set(door.heard.commands)].sort()).toEqual([...commands].sort())
    for (const name of who)
      for (const command of commands)
        expect(
          await setup.inCopy(() => door.tell(accountOf(name), { text: `/${command}` })),
          command,
        ).not.toBe('')
  })

  test('a press that names nothing is answered to everybody', async () => {
    for (const name of who)
      for (const data of bare) {
        const said = await setup.inCopy(() => door.tell(accountOf(name), { data: data.trim() }))
        expect(said, `${name}: ${data}`).toContain('answerCallbackQuery')
      }
  })
})
