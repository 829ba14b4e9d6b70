import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { responseTo } from '#tests/support/sample.ts'
import { benchDelivery } from './delivery.ts'
import { type Asked, type Asking, launchHeader } from './rehearsal.ts'
import { race, type Score, type Target } from './rounds.ts'
import { recordedListing, type Server, setUpBench } from './setup.ts'
import { benchViews } from './views.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'list,page,answers,login,respond,delivery,views' },
  },
})
const rows = Number(values.rows)
const rounds = Number(values.rounds)
const respondCall = '/api/projects/add_resp'

const asking = (bot_token: string) =>
  ({
    list: () => ({
      url: '/api/projects',
      body: { filters: { payment_format: 'fixed', price_from: 10_000, price_to: 150_000 } },
    }),
    page: () => ({ url: '/api/projects/5/full_info' }),
    answers: () => ({ url: `/api/listings/${rows + 1}/responses` }),
    login: () => ({ url: '/auth/login', body: {}, authorization: launchHeader(9_000_000_011, bot_token) }),
    respond: (n) => ({ url: respondCall, ...responseTo(recordedListing - 1 + n) }),
  }) satisfies Asking
type Name = keyof ReturnType<typeof asking>
const titles: Record<Name, string> = {
  list: 'list of orders',
  page: 'full page of an order',
  answers: 'twenty of five thousand responses',
  login: 'login of a known person',
  respond: 'response to an order',
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Rows that need no market. */
const apart = { delivery: benchDelivery, views: benchViews }
const wanted = values.only.split(',')
for (const [name, bench] of Object.entries(apart)) if (wanted.includes(name)) await bench(say)
const compared = wanted.filter((name) => !(name in apart)) as Name[]
if (compared.length === 0) process.exit()

say(`A market of ${rows} live orders; ${rounds} rounds of 3 s with 16 connections, medians`)
const setup = await setUpBench(rows, asking)
const asked = asking(setup.bot_token)

function table(title: string, scores: Score[]): void {
  const [first] = scores
  say(`\n${title}\n${'server'.padEnd(28)} CPU µs/request   x      requests/s   failed`)
  for (const { name, cpu, per_second, failed } of scores)
    say(
      `${name.padEnd(28)} ${cpu.toFixed(0).padStart(14)}   ${(cpu / (first?.cpu || 1)).toFixed(2).padEnd(6)} ` +
        `${per_second.toFixed(0).padStart(10)}   ${failed}`,
    )
}

/** The same request again and again. */
function target(name: string, { origin, pid }: Server, path: string, extra: object = {}): Target {
  return { name, pids: [pid], request: () => ({ url: `${origin}${path}`, ...extra }) }
}

let responses = 0
/** A pair of person and order that has not met yet. */
function nextPair() {
  const n = responses++
  const { guests } = setup
  const turn = Math.floor(n / rows) * 37
  return { listing: (n % rows) + 1, guest: guests[(n + turn) % guests.length] ?? setup.first }
}

/** Yesterday's responses do not count towards the thirty of today. */
async function nextDay(): Promise<void> {
  await sql`update responses set created_at = created_at - interval '2 days'
    where created_at > now() - interval '1 day'`.execute(setup.db)
}

/** A response of somebody else to another order, each time. */
function responding(name: string, { origin, pid }: Server, write: () => object): Target {
  const setupRequest = (request: object) => ({ ...request, ...write() })
  return {
    name,
    pids: [pid],
    prepare: nextDay,
    request: () => ({ url: origin, requests: [{ setupRequest }] }),
  }
}

const json = { 'content-type': 'application/json' }

function contestants(name: Name): Target[] {
  const constant = target('constant answer', setup.constant, '/')
  if (name === 'respond') {
    const bare = responding('bare node:http + pg', setup.bare, () => {
      const { listing, guest } = nextPair()
      return { method: 'GET', path: `/respond?user=${guest.id}&listing=${listing}` }
    })
    const ours = responding('ours', setup.ours, () => {
      const { listing, guest } = nextPair()
      const headers = { ...json, authorization: guest.authorization }
      return { method: 'POST', path: respondCall, headers, body: JSON.stringify(responseTo(listing).body) }
    })
    return [bare, ours, constant]
  }
  const { url, body, authorization }: Asked = asked[name]()
  return [
    target('bare node:http + pg', setup.bare, `/${name}`),
    target('ours', setup.ours, url, {
      headers: { authorization: authorization ?? setup.first.authorization, ...(body && json) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }),
    constant,
  ]
}

try {
  for (const name of compared)
    table(titles[name], await race(contestants(name), [setup.postgres_pid], rounds))
} finally {
  await setup.stop()
}
