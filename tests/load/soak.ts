import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#services/core/config/config.ts'
import { category_id, sellOrder } from '#tests/chaos/journey.ts'
import { startTalk } from '#tests/deploy/talk.ts'
import { startWorld, type World, type WorldPart } from '#tests/support/servers/world.ts'
import { type Held, heldBy } from './processes.ts'
import { openStream } from './questions.ts'
import { ask, merge, type Score } from './rounds.ts'
import { fill } from './setup.ts'

const watched = ['api', 'bot', 'workers', 'postgres', 'redis'] as const satisfies WorldPart[]
const lookMs = 5000
const talks = 5
const megabyte = 1024 * 1024

type Sample = { minute: number; held: Record<(typeof watched)[number], Held> }

export interface Soaked {
  /** Measured cost of the mix of all kinds of requests. */
  score: Score
  sold: number
  samples: Sample[]
}

/**
 * Runs the whole product for some minutes: the mix of the bench at full speed, orders sold one after another, and open
 * chats. Samples the resources of each process throughout.
 */
export async function soak(minutes: number, rows: number): Promise<Soaked> {
  const world = await startWorld({
    own_servers: true,
    env: { RATE_LIMIT_SCALE: '1000000000', MODERATION_UNDO_MS: '200' },
  })
  try {
    await world.telegram.post('/limits', { enabled: false })
    const config = readConfig({ ...world.env, LOG_LEVEL: 'silent' })
    const market = await fill({ owner_url: world.owner_url, config }, rows)
    const chats = await Promise.all(
      Array.from({ length: talks }, (_, index) => startTalk(world, `${index + 1}`)),
    )
    const begun = performance.now()
    const elapsed = () => (performance.now() - begun) / 60_000
    const goesOn = () => elapsed() < minutes
    const [samples, sold, score] = await Promise.all([
      watch(world, elapsed, goesOn),
      sell(world, goesOn),
      look(world, openStream(market, 2).any, goesOn),
    ])
    await Promise.all(chats.map((chat) => chat.end()))
    return { score, sold, samples }
  } finally {
    await world.stop()
  }
}

async function watch(world: World, elapsed: () => number, goesOn: () => boolean): Promise<Sample[]> {
  const samples: Sample[] = []
  while (goesOn()) {
    await sleep(lookMs)
    const held = watched.map((part) => [part, heldBy(world.pid(part))])
    samples.push({ minute: elapsed(), held: Object.fromEntries(held) as Sample['held'] })
  }
  return samples
}

async function sell(world: World, goesOn: () => boolean): Promise<number> {
  const plan = { starts_at_ms: 0, pays_twice: false, comes_back: true }
  let sold = 0
  for (; goesOn(); sold += 1) await sellOrder(world, `Заказ ${sold + 1}.`, plan, category_id)
  return sold
}

async function look(
  { api, pid }: World,
  any: ReturnType<typeof openStream>['any'],
  goesOn: () => boolean,
): Promise<Score> {
  const scores: Score[] = []
  const server = { name: 'ours', origin: api, pid: pid('api') }
  while (goesOn()) scores.push(await ask(server, pid('postgres'), Array.from({ length: 2000 }, any)))
  return merge(scores)
}

/** One line per process; growth is measured in the second half, after warm-up. */
export function tell({ samples }: Soaked): string[] {
  const late = samples.slice(Math.floor(samples.length / 2))
  const cells = (name: string, ...figures: string[]) =>
    [name.padEnd(10), ...figures.map((one) => one.padStart(13))].join('')
  const head = cells(
    '',
    'MB at first',
    'at last',
    'at most',
    'MB a minute',
    'descriptors',
    'at most',
    'a minute',
  )
  const line = (part: (typeof watched)[number]) => {
    const all = samples.map(({ minute, held }) => ({ minute, ...held[part] }))
    const warm = late.map(({ minute, held }) => ({ minute, ...held[part] }))
    const most = (what: keyof Held) => Math.max(...all.map((one) => one[what]))
    const rise = (what: keyof Held) => slope(warm.map(({ minute, ...one }) => ({ minute, value: one[what] })))
    const size = (bytes: number) => (bytes / megabyte).toFixed(0)
    return cells(
      part,
      size(all[0]?.bytes ?? 0),
      size(all.at(-1)?.bytes ?? 0),
      size(most('bytes')),
      (rise('bytes') / megabyte).toFixed(2),
      String(all.at(-1)?.descriptors ?? 0),
      String(most('descriptors')),
      rise('descriptors').toFixed(2),
    )
  }
  return [head, ...watched.map(line)]
}

/** Growth per minute, by linear regression. */
function slope(seen: readonly { minute: number; value: number }[]): number {
  const mean = (of: (one: { minute: number; value: number }) => number) =>
    seen.reduce((sum, one) => sum + of(one), 0) / seen.length
  const [middle, level] = [mean(({ minute }) => minute), mean(({ value }) => value)]
  const spread = mean(({ minute }) => (minute - middle) ** 2)
  return spread > 0 ? mean(({ minute, value }) => (minute - middle) * (value - level)) / spread : 0
}
