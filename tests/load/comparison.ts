import { isRehearsal } from '#tests/support/run/share.ts'
import { checkFields } from './fields.ts'
import { type Kind, openStream, requestMix, writeKinds } from './questions.ts'
import { merge, type Score, type Server, sendRequests } from './rounds.ts'
import { setUpBench } from './setup.ts'

type ComparisonOptions = { rows: number; seed: number; peers: boolean; only?: string[] | undefined }
type Line = Kind | 'mix'

const roundCount = 2
const atSize = (count: number) => (isRehearsal ? Math.max(16, count / 100) : count)
const firstScreensMs = 20_000
/**
 * Number of requests in a measured round, and in the warm-up round before it. The warm-up compiles the hot code and
 * plans the statements, as in a server that has run for days. A round ends after at most four seconds (rounds.ts).
 */
const sizes: Record<'read' | 'write' | 'response' | 'mix', { requests: number; warmUpRequests: number }> = {
  read: { requests: atSize(8000), warmUpRequests: atSize(8000) },
  write: { requests: atSize(3000), warmUpRequests: atSize(3000) },
  // There are fewer requests here, because a person may send only a limited number of responses per day.
  response: { requests: atSize(400), warmUpRequests: atSize(200) },
  mix: { requests: atSize(8000), warmUpRequests: atSize(4000) },
}

/**
 * Compares the cost of each request in three servers: the product, hand-written SQL with the same answers, and NestJS
 * with Prisma. The servers take turns with the same requests, so that load on the machine affects them alike.
 */
export async function compareServers(
  printLine: (line: string) => void,
  { rows, seed, peers, only }: ComparisonOptions,
) {
  const bench = await setUpBench(rows, { peers })
  const lines = ([...Object.keys(requestMix), 'mix'] as Line[]).filter((name) => !only || only.includes(name))
  const { compared: comparedServers, market, postgres_pid } = bench
  printLine(`A market of ${rows} orders and ${Math.ceil(rows / 10)} vacancies; 16 connections, seed ${seed}.`)
  printLine(`CPU in milliseconds of a request: server + Postgres. x is against ours.\n`)
  printLine(heading(comparedServers))
  const streamOf = (round: number) => openStream(market, seed * 1000 + round)
  const inTurn = async (line: Line, round: number, count: number) => {
    const scores: Score[] = []
    // The NestJS server only accepts session tokens. It has no login.
    for (const server of line === 'login' ? comparedServers.slice(0, 2) : comparedServers) {
      const stream = streamOf(round)
      const nextRequest = () => (line === 'mix' ? stream.makeAny() : stream.makeRequest(line))
      scores.push(await sendRequests(server, postgres_pid, Array.from({ length: count }, nextRequest)))
    }
    return scores
  }
  try {
    if (lines.some((line) => line === 'collection' || line === 'mix')) {
      await inTurn('newest', roundCount, sizes.read.warmUpRequests)
      const people = market.regulars.length
      const scoreFirstScreens = async (start: number, end: number) => {
        const scores: Score[] = []
        for (const server of comparedServers)
          scores.push(
            await sendRequests(
              server,
              postgres_pid,
              streamOf(0).makeFirstScreens().slice(start, end),
              firstScreensMs,
            ),
          )
        return scores
      }
      // Only the first collection of a person and day is measured here, so half of the people serve for the warm-up.
      const firstScreens = async () => {
        await scoreFirstScreens(0, people / 2)
        return scoreFirstScreens(people / 2, people)
      }
      // The first request of a day computes the person's ranking, so it has its own row in the table. A request that
      // adds new listings to a ranking has its own row too.
      printLine(row('collection, first of the day', await firstScreens(), comparedServers.length))
      await bench.renew()
      printLine(row('collection, something new', await firstScreens(), comparedServers.length))
    }
    for (const line of lines) {
      const size = sizeOf(line)
      if (line !== 'mix' && size === 'read')
        await checkFields(comparedServers, streamOf(roundCount).makeRequest(line))
      const { requests, warmUpRequests } = sizes[size]
      await inTurn(line, roundCount, warmUpRequests)
      const scoresByRound: Score[][] = []
      for (let round = 0; round < roundCount; round++) scoresByRound.push(await inTurn(line, round, requests))
      const scores =
        scoresByRound[0]?.map((_, index) =>
          merge(scoresByRound.map((roundScores) => roundScores[index] as Score)),
        ) ?? []
      printLine(row(line, scores, comparedServers.length))
    }
    if (!only || only.includes('constant')) await printConstant(printLine, bench, seed)
  } finally {
    await bench.stop()
  }
}

function sizeOf(line: Line): keyof typeof sizes {
  if (line === 'mix') return 'mix'
  if (line === 'respond') return 'response'
  return writeKinds.includes(line) ? 'write' : 'read'
}

const cells = (values: string[]) => `| ${values.join(' | ')} |`

/** Returns the header of the table in docs/speed.md. */
function heading(servers: Server[]): string {
  const titles = ['request', ...servers.map(({ name }, index) => (index ? `${name}, x` : name))]
  titles.push('p50, p99 ms', 'KB')
  return `${cells(titles)}\n|${titles.map(() => '---|').join('')}`
}

function row(name: string, scores: Score[], servers: number): string {
  const total = ({ server, postgres }: Score) => server + postgres
  const [ours] = scores as [Score]
  const costs = scores.map((score, index) => {
    const sum = `${score.server.toFixed(2)} + ${score.postgres.toFixed(2)} = ${total(score).toFixed(2)}`
    const failedText = score.failures ? `, ${score.failures} failed` : ''
    return `${sum}${index ? `, ${(total(score) / total(ours)).toFixed(2)}` : ''}${failedText}`
  })
  while (costs.length < servers) costs.push('–')
  const joinValues = (value: (score: Score) => string) => scores.map(value).join(' / ')
  const latencies = joinValues(({ p50, p99 }) => `${p50.toFixed(1)}, ${p99.toFixed(0)}`)
  return cells([name, ...costs, latencies, joinValues(({ bytes }) => (bytes / 1024).toFixed(1))])
}

/**
 * Measures the least possible cost on this machine: a server that returns a constant body as large as a page of the
 * newest orders.
 */
async function printConstant(
  printLine: (line: string) => void,
  { compared: comparedServers, market, postgres_pid, constant }: Awaited<ReturnType<typeof setUpBench>>,
  seed: number,
): Promise<void> {
  const stream = openStream(market, seed)
  const requests = Array.from({ length: 3000 }, () => stream.makeRequest('newest'))
  const ourScore = await sendRequests(comparedServers[0] as Server, postgres_pid, requests.slice(0, 100))
  const server = await constant(Math.round(ourScore.bytes))
  await sendRequests(server, postgres_pid, requests)
  const { server: cpu, p50, p99, bytes } = await sendRequests(server, postgres_pid, requests)
  printLine(
    `\nA constant answer of ${(bytes / 1024).toFixed(1)} KB: ${cpu.toFixed(3)} ms, p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)}.`,
  )
}
