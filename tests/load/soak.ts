import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#services/core/config/config.ts'
import { category_id, sellOrder } from '#tests/chaos/journey.ts'
import { startTalk } from '#tests/deploy/talk.ts'
import { startWorld, type World, type WorldPart } from '#tests/support/servers/world.ts'
import { type ProcessResources, resourcesOf } from './processes.ts'
import { openStream } from './questions.ts'
import { merge, type Score, sendRequests } from './rounds.ts'
import { fillMarket } from './setup.ts'

const watchedServers = ['api', 'bot', 'workers', 'postgres', 'redis'] as const satisfies WorldPart[]
const lookMs = 5000
const talks = 5
const megabyte = 1024 * 1024

type Sample = { minute: number; resources: Record<(typeof watchedServers)[number], ProcessResources> }

export interface SoakResult {
  /** Measured cost of a request in the mix of all kinds. */
  score: Score
  soldCount: number
  samples: Sample[]
}

/**
 * Runs the whole product for some minutes with the benchmark's mix of requests at full speed, orders sold one after
 * another, and open chats. Measures memory and open files of each process meanwhile.
 */
export async function runSoak(minutes: number, rows: number): Promise<SoakResult> {
  const world = await startWorld({
    own_servers: true,
    env: { RATE_LIMIT_SCALE: '1000000000', MODERATION_UNDO_MS: '200' },
  })
  try {
    await world.telegram.post('/limits', { enabled: false })
    const config = readConfig({ ...world.env, LOG_LEVEL: 'silent' })
    const market = await fillMarket({ owner_url: world.owner_url, config }, rows)
    const chats = await Promise.all(
      Array.from({ length: talks }, (_, index) => startTalk(world, `${index + 1}`)),
    )
    const startedAt = performance.now()
    const elapsed = () => (performance.now() - startedAt) / 60_000
    const isRunning = () => elapsed() < minutes
    const [samples, soldCount, score] = await Promise.all([
      sampleResources(world, elapsed, isRunning),
      sellOrders(world, isRunning),
      sendMix(world, openStream(market, 2).makeAny, isRunning),
    ])
    await Promise.all(chats.map((chat) => chat.end()))
    return { score, soldCount, samples }
  } finally {
    await world.stop()
  }
}

async function sampleResources(
  world: World,
  elapsed: () => number,
  isRunning: () => boolean,
): Promise<Sample[]> {
  const samples: Sample[] = []
  while (isRunning()) {
    await sleep(lookMs)
    const resources = watchedServers.map((serverName) => [serverName, resourcesOf(world.pid(serverName))])
    samples.push({ minute: elapsed(), resources: Object.fromEntries(resources) as Sample['resources'] })
  }
  return samples
}

async function sellOrders(world: World, isRunning: () => boolean): Promise<number> {
  const plan = { starts_at_ms: 0, pays_twice: false, returns_to_app: true }
  let soldCount = 0
  for (; isRunning(); soldCount += 1) await sellOrder(world, `Заказ ${soldCount + 1}.`, plan, category_id)
  return soldCount
}

async function sendMix(
  { api, pid }: World,
  makeRequest: ReturnType<typeof openStream>['makeAny'],
  isRunning: () => boolean,
): Promise<Score> {
  const scores: Score[] = []
  const server = { name: 'ours', origin: api, pid: pid('api') }
  while (isRunning())
    scores.push(await sendRequests(server, pid('postgres'), Array.from({ length: 2000 }, makeRequest)))
  return merge(scores)
}

/** Returns a table with one line per process. Growth is measured in the second half of the run, after the warm-up. */
export function describeGrowth({ samples }: SoakResult): string[] {
  const secondHalf = samples.slice(Math.floor(samples.length / 2))
  const cells = (name: string, ...figures: string[]) =>
    [name.padEnd(10), ...figures.map((one) => one.padStart(13))].join('')
  const header = cells(
    '',
    'MB at first',
    'at last',
    'at most',
    'MB a minute',
    'descriptors',
    'at most',
    'a minute',
  )
  const line = (serverName: (typeof watchedServers)[number]) => {
    const serverSamples = samples.map(({ minute, resources }) => ({ minute, ...resources[serverName] }))
    const warmSamples = secondHalf.map(({ minute, resources }) => ({ minute, ...resources[serverName] }))
    const maxOf = (key: keyof ProcessResources) => Math.max(...serverSamples.map((one) => one[key]))
    const riseOf = (key: keyof ProcessResources) =>
      slope(warmSamples.map(({ minute, ...one }) => ({ minute, value: one[key] })))
    const size = (bytes: number) => (bytes / megabyte).toFixed(0)
    return cells(
      serverName,
      size(serverSamples[0]?.bytes ?? 0),
      size(serverSamples.at(-1)?.bytes ?? 0),
      size(maxOf('bytes')),
      (riseOf('bytes') / megabyte).toFixed(2),
      String(serverSamples.at(-1)?.descriptors ?? 0),
      String(maxOf('descriptors')),
      riseOf('descriptors').toFixed(2),
    )
  }
  return [header, ...watchedServers.map(line)]
}

/** Returns the growth per minute, by linear regression. */
function slope(points: readonly { minute: number; value: number }[]): number {
  const mean = (of: (one: { minute: number; value: number }) => number) =>
    points.reduce((sum, one) => sum + of(one), 0) / points.length
  const [middle, level] = [mean(({ minute }) => minute), mean(({ value }) => value)]
  const variance = mean(({ minute }) => (minute - middle) ** 2)
  return variance > 0 ? mean(({ minute, value }) => (minute - middle) * (value - level)) / variance : 0
}
