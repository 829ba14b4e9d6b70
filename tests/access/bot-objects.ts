import { beforeAll } from 'vitest'
import { placeRows } from '#tests/support/money/place-rows.ts'
import type { ObjectKind } from './bot-verbs.ts'
import { openBot } from './bot-world.ts'
import type { Fixtures } from './fixtures.ts'
import { foreignFixturesOf, type Member, members } from './people.ts'
import { type AccessSetup, setUpAccess } from './setup.ts'

/** Ids of objects that the bot must hide from a person, and the bot's replies to an id that does not exist. */

export const personNames = [...members, 'blocked'] as const
type PersonName = (typeof personNames)[number]
/** States in which a listing is hidden from other people. */
export const states = [
  'draft',
  'moderation',
  'rejected',
  'hidden',
  'deleted',
  'blocking',
  'completed',
] as const
type State = (typeof states)[number]

export const absentId = 999_999_999
export let setup: AccessSetup
export let testBot: ReturnType<typeof openBot>
export let listings: Record<Member, Record<State, number>>
let reports: Record<Member, number>

/** Inserts people and listings, and starts the bot for one test file. */
export function openAccessBot(): void {
  beforeAll(async () => {
    setup = await setUpAccess()
    await prepareObjects()
    testBot = openBot(setup)
  })
}

export const accountOf = (name: PersonName) =>
  name === 'blocked' ? setup.seed.refusedPeople.blocked.account : setup.seed.fixtures[name].person.account
export const foreignOwnerOf = (name: PersonName): Member =>
  name === 'blocked' ? 'owner' : foreignFixturesOf(name)

/**
 * Creates listings in the states that are missing in the seed data. The author of the listings in `blocking` has
 * blocked everybody.
 */
async function prepareObjects(): Promise<void> {
  const { api, seed } = setup
  const { db } = api.ctx
  listings = {} as typeof listings
  reports = {} as typeof reports
  const blockingUser = await db
    .selectFrom('responses')
    .innerJoin('listings', 'listings.id', 'responses.listing_id')
    .select(['listings.id', 'listings.author_id'])
    .where('responses.id', '=', seed.fixtures.stranger.response)
    .executeTakeFirstOrThrow()
  for (const name of members) {
    const { order, vacancy, person } = seed.fixtures[name]
    const published_at = api.ctx.now().toISOString()
    const hiddenFields = { status: 'hidden', hidden_reason: 'owner', published_at } as const
    await placeRows(api.owner, 'listings', { id: vacancy.draft }, hiddenFields)
    await placeRows(api.owner, 'listings', { id: vacancy.rejected }, { status: 'deleted' })
    listings[name] = {
      draft: order.draft,
      moderation: order.moderation,
      rejected: order.rejected,
      hidden: vacancy.draft,
      deleted: vacancy.rejected,
      completed: order.completed,
      blocking: blockingUser.id,
    }
    const report = await db
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', '=', person.id)
      .executeTakeFirstOrThrow()
    reports[name] = report.id
    await db
      .insertInto('user_blocks')
      .values({ user_id: blockingUser.author_id, blocked_id: person.id })
      .execute()
  }
}

/** Staff see all listings of other people except deleted ones. The counterpart also sees the completed listing. */
function canSee(name: PersonName, state: State): boolean {
  if (name === 'moderator' || name === 'admin') return state !== 'deleted'
  return name === 'counterpart' && state === 'completed'
}

type OtherKind = Exclude<ObjectKind, 'listing' | 'own_listing' | 'deal'>
const objectIds: Record<OtherKind, (fixtures: Fixtures, name: Member) => number> = {
  request: ({ service_request }) => service_request,
  response: ({ received_response }) => received_response.order,
  invitation: ({ invitation }) => invitation,
  report: (_, name) => reports[name],
  confirmation: ({ confirmation }) => confirmation,
  case: ({ support_case }) => support_case,
  task: ({ task }) => task,
  search: ({ saved_search }) => saved_search,
}

const isStaff = (name: PersonName) => name === 'moderator' || name === 'admin'

/** Ids of objects that must be hidden from the given person. */
export function hiddenObjectsOf(name: PersonName, kind: ObjectKind): { id: number; label: string }[] {
  const owner = foreignOwnerOf(name)
  const fixtures = setup.seed.fixtures[owner]
  if (kind === 'listing')
    return states
      .filter((state) => !canSee(name, state))
      .map((state) => ({ id: listings[owner][state], label: state }))
  // In the seed data the counterpart is the executor of listings of other people.
  if (kind === 'deal' && name === 'counterpart') return []
  if (kind === 'own_listing' || kind === 'deal')
    return [
      ...states.map((state) => ({ id: listings[owner][state], label: state })),
      { id: fixtures.order.published, label: 'published' },
      { id: fixtures.order.working, label: 'working' },
    ]
  if (kind === 'task' && isStaff(name)) return []
  return [{ id: objectIds[kind](fixtures, owner), label: 'foreign' }]
}

/** The bot's reply to an id that does not exist, with the given id in the text. */
export const expectedReply = (absentReply: string, id: number) =>
  absentReply.replaceAll(String(absentId), String(id))
export const press = (name: PersonName, data: string, id: number) =>
  testBot.send(accountOf(name), { data: data.replace('#', String(id)) })
