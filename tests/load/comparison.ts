import { checkFields } from './fields.ts'
import { type Kind, mix, openStream, writes } from './questions.ts'
import { ask, merge, type Score, type Server } from './rounds.ts'
import { setUpBench } from './setup.ts'

type Wanted = { rows: number; seed: number; peers: boolean; only?: string[] | undefined }
type Line = Kind | 'mix'

const rounds = 2
const firstScreensMs = 20_000
/**
 * Requests per measured round, and in the warm-up round before it. Servers that run for days have compiled their hot
 * code and planned their statements on each connection. A round ends after four seconds (rounds.ts) at the latest.
 */
const sizes: Record<'read' | 'write' | 'response' | 'mix', { asked: number; warm: number }> = {
  read: { asked: 8000, warm: 8000 },
  write: { asked: 3000, warm: 3000 },
  // Fewer requests, because responses per person and day are limited.
  response: { asked: 400, warm: 200 },
  mix: { asked: 8000, warm: 4000 },
}

/**
 * Compares the cost of each request in the product, in hand-written SQL for the same reply, and in a server of usual
 * frameworks. All get the same requests in turn, so that load on the machine affects them alike.
 */
export async function comparison(say: (line: string) => void, { rows, seed, peers, only }: Wanted) {
  const bench = await setUpBench(rows, { peers })
  const lines = ([...Object.keys(mix), 'mix'] as Line[]).filter((name) => !only || only.includes(name))
  const { compared, market, postgres_pid } = bench
  say(`A market of ${rows} orders and ${Math.ceil(rows / 10)} vacancies; 16 connections, seed ${seed}.`)
  say(`CPU in milliseconds of a request: server + Postgres. x is against ours.\n`)
  say(heading(compared))
  const streamOf = (round: number) => openStream(market, seed * 1000 + round)
  const inTurn = async (line: Line, round: number, count: number) => {
    const scores: Score[] = []
    // The third server only accepts session tokens and has no login.
    for (const server of line === 'login' ? compared.slice(0, 2) : compared) {
      const stream = streamOf(round)
      const next = () => (line === 'mix' ? stream.any() : stream.ask(line))
      scores.push(await ask(server, postgres_pid, Array.from({ length: count }, next)))
    }
    return scores
  }
  try {
    if (lines.some((line) => line === 'collection' || line === 'mix')) {
      await inTurn('newest', rounds, sizes.read.warm)
      const people = market.regulars.length
      const asked = async (from: number, to: number) => {
        const scores: Score[] = []
        for (const server of compared)
          scores.push(await ask(server, postgres_pid, streamOf(0).first().slice(from, to), firstScreensMs))
        return scores
      }
      // Only a person's first collection of the day is measured here, so half of the people serve as warm-up.
      const firstScreens = async () => {
        await asked(0, people / 2)
        return asked(people / 2, people)
      }
      // Rankings are made once per person and day, so the first request of the day has a row of its own in the table.
      // A request that adds new listings to a ranking has a row of its own too.
      say(row('collection, first of the day', await firstScreens(), compared.length))
      await bench.renew()
      say(row('collection, something new', await firstScreens(), compared.length))
    }
    for (const line of lines) {
      const size = sizeOf(line)
      if (line !== 'mix' && size === 'read') await checkFields(compared, streamOf(rounds).ask(line))
      const { asked, warm } = sizes[size]
      await inTurn(line, rounds, warm)
      const turns: Score[][] = []
      for (let round = 0; round < rounds; round++) turns.push(await inTurn(line, round, asked))
      const scores = turns[0]?.map((_, place) => merge(turns.map((turn) => turn[place] as Score))) ?? []
      say(row(line, scores, compared.length))
    }
    if (!only || only.includes('constant')) await sayConstant(say, bench, seed)
  } finally {
    await bench.stop()
  }
}

function sizeOf(line: Line): keyof typeof sizes {
  if (line === 'mix') return 'mix'
  if (line === 'respond') return 'response'
  return writes.includes(line) ? 'write' : 'read'
}

const cells = (values: string[]) => `| ${values.join(' | ')} |`

/** Header of the table in docs/speed.md. */
function heading(servers: Server[]): string {
  const titles = ['request', ...servers.map(({ name }, place) => (place ? `${name}, x` : name))]
  titles.push('p50, p99 ms', 'KB')
  return `${cells(titles)}\n|${titles.map(() => '---|').join('')}`
}

function row(name: string, scores: Score[], servers: number): string {
  const total = ({ server, postgres }: Score) => server + postgres
  const [ours] = scores as [Score]
  const costs = scores.map((score, place) => {
    const sum = `${score.server.toFixed(2)} + ${score.postgres.toFixed(2)} = ${total(score).toFixed(2)}`
    const failed = score.failed ? `, ${score.failed} failed` : ''
    return `${sum}${place ? `, ${(total(score) / total(ours)).toFixed(2)}` : ''}${failed}`
  })
  while (costs.length < servers) costs.push('–')
  const each = (value: (score: Score) => string) => scores.map(value).join(' / ')
  const waits = each(({ p50, p99 }) => `${p50.toFixed(1)}, ${p99.toFixed(0)}`)
  return cells([name, ...costs, waits, each(({ bytes }) => (bytes / 1024).toFixed(1))])
}

/** Lower bound of the machine: a server that returns a constant body as large as a page of the newest orders. */
async function sayConstant(
  say: (line: string) => void,
  { compared, market, postgres_pid, constant }: Awaited<ReturnType<typeof setUpBench>>,
  seed: number,
): Promise<void> {
  const stream = openStream(market, seed)
  const questions = Array.from({ length: 3000 }, () => stream.ask('newest'))
  const ours = await ask(compared[0] as Server, postgres_pid, questions.slice(0, 100))
  const server = await constant(Math.round(ours.bytes))
  await ask(server, postgres_pid, questions)
  const { server: cpu, p50, p99, bytes } = await ask(server, postgres_pid, questions)
  say(
    `\nA constant answer of ${(bytes / 1024).toFixed(1)} KB: ${cpu.toFixed(3)} ms, p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)}.`,
  )
}
