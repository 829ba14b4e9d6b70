import { beforeAll, describe, expect, test } from 'vitest'
import { type Calls, calls } from '#contract/calls/index.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import specified from '#tests/support/api/specified-calls.json' with { type: 'json' }
import { confirmPayment, decideTask } from '#tests/support/orders/order-life.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { confirmPhone, type Person } from '#tests/support/people/people.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { entryCalls, LegacyClient, normalizeList } from './client.ts'
import { entrySteps, referenceSteps } from './entry-calls.ts'
import { orderRemoval, orderSteps } from './order-calls.ts'
import { leavingSteps, peopleSteps } from './people-calls.ts'
import { profileSteps } from './profile-calls.ts'
import { type Meanwhile, type Name, resolveExpected, type Step, type World } from './step.ts'
import { styles } from './styles.ts'
import { favoriteSteps, talkSteps } from './talk-calls.ts'
import { vacancyRemoval, vacancySteps } from './vacancy-calls.ts'

/** Telegram ids of the people in the replay. Olga is the admin in the configuration. */
const accounts: Record<Name, number> = {
  anna: 7_000_300_001,
  boris: 7_000_300_002,
  vera: 7_000_300_003,
  gleb: 7_000_300_004,
  olga: 5_000_000_000_000_001,
}

/**
 * Every call of the specification, exactly as written there, in a plausible order. People arrive, fill in their
 * profiles, create an order and a vacancy, respond, chat and leave.
 */
const story: Step[] = [
  ...referenceSteps,
  ...(Object.keys(accounts) as Name[]).flatMap((name) => entrySteps(name, accounts[name])),
  ...profileSteps,
  ...peopleSteps,
  ...orderSteps,
  ...vacancySteps,
  ...favoriteSteps,
  ...talkSteps,
  ...orderRemoval,
  ...vacancyRemoval,
  ...leavingSteps,
]

const specifiedCalls = Object.values(specified).flat()
const withoutParameters = (name: string) => name.replace(/\{\w+\}|:\w+/g, '{}')
const storyCalls = new Set(story.map(({ call }) => withoutParameters(call)))

test('the story tells every call of the specification and no other', () => {
  expect(specifiedCalls.filter((call) => !storyCalls.has(withoutParameters(call)))).toEqual([])
  const specifiedPaths = new Set(specifiedCalls.map(withoutParameters))
  expect(story.filter(({ call }) => !specifiedPaths.has(withoutParameters(call)))).toEqual([])
  expect(storyCalls.size).toBe(117)
})

/** Starts a separate server. Prepares the actions that other people take between the client's steps. */
async function prepareActs(api: Api, client: LegacyClient): Promise<Record<Meanwhile, Act>> {
  const publishedItem = (item: 'order' | 'vacancy') => async (world: World) => {
    const invoice_id = world.invoice as number
    const { payment_url } = await api.ctx.db
      .selectFrom('payments')
      .select('payment_url')
      .where('id', '=', invoice_id)
      .executeTakeFirstOrThrow()
    await confirmPayment(api, { invoice_id, amount: 2500, payment_url } as never)
    await decideTask(api, world[item] as number)
  }
  return {
    'phone of boris': async ({ boris }) => {
      const call = createCaller(api.server, { authorization: `Bearer ${client.tokens.get('boris')}` })
      const account = { id: accounts.boris, first_name: 'Борис' }
      await confirmPhone(api, { id: boris, account, call } as Person)
    },
    'publication of order': publishedItem('order'),
    'publication of vacancy': publishedItem('vacancy'),
  }
}
type Act = (world: World) => Promise<void>

/** Parses an answer with the schema of the API contract. Unknown fields fail. */
function parseDeclared(call: string, body: unknown): unknown {
  const name = Object.keys(calls).find(
    (specifiedCall) => withoutParameters(specifiedCall) === withoutParameters(call),
  ) as keyof Calls
  return calls[name]?.reply.parse(body)
}

const [exact, ...otherStyles] = styles
const chosenStyles = [exact, ...everyNth(3, otherStyles)].filter((style) => style !== undefined)

describe.each(chosenStyles)('an existing client, $name', (style) => {
  const world = {} as World
  let client: LegacyClient
  let interludes: Record<Meanwhile, Act>

  beforeAll(async () => {
    const api = await openApi({ TELEGRAM_LINK_ORIGIN: 'https://t.me' })
    const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
    const launch = (name: Name) =>
      launchData(
        { id: accounts[name], first_name: name, username: name },
        api.ctx.config.BOT_TOKEN,
        new Date(),
      )
    client = new LegacyClient(origin, style, launch)
    interludes = await prepareActs(api, client)
  })

  test.each(story.map((step, n) => ({ n: n + 1, name: `${step.call} by ${step.as ?? 'nobody'}`, step })))(
    '$n $name',
    async ({ step }) => {
      const { status, type, body } = await client.send(step, world)
      expect({ status, body }).toMatchObject({ status: 200 })
      expect(type).toMatch(/^application\/json/)
      expect(parseDeclared(step.call, body)).toEqual(body)
      for (const [name, path] of Object.entries(step.keep ?? {}))
        world[name] = Number((body as Record<string, unknown>)[path])
      if (step.call === 'POST /auth/login' && step.as)
        client.tokens.set(step.as, (body as { tokens: { access_token: string } }).tokens.access_token)
      expect(body).toMatchObject(resolveExpected(step.answer, world) as object)
      if (step.effect) {
        const { read, as = step.as as Name, expected } = step.effect
        // Another API process learns of a block with a short delay, so the read is repeated.
        await expect
          .poll(() => client.read(read(world), as))
          .toMatchObject(resolveExpected(expected, world) as object)
      }
      if (step.meanwhile) await interludes[step.meanwhile](world)
    },
  )

  test.each(entryCalls)('%s without launch data', async (call) => {
    const step = story.find((one) => one.call === call && one.as === 'anna') as Step
    const { status, body } = await client.send({ ...step, as: undefined } as unknown as Step, world)
    expect([status, body]).toMatchObject([
      401,
      { statusCode: 401, code: 'init_data_required', details: null },
    ])
  })
})

test('a list that says `msg` is an empty one', () => {
  expect([{ msg: 'Файлы не найдены' }, [], [1]].map(normalizeList)).toEqual([[], [], [1]])
})
