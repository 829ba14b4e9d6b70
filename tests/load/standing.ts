import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { compileCacheFolder, heapLimits, mallocSettings } from '#stand-ins/launcher/node-process.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import { percentile } from './percentile.ts'
import { type BenchMarket, openStream } from './questions.ts'
import { type Server, sendRequests } from './rounds.ts'
import { openServers } from './servers.ts'
import { api, fillMarket, type Servers, startServer } from './setup.ts'

const [starts, streams, streamsEach, uncounted] = isRehearsal ? [1, 16, 8, 4] : [7, 5000, 8, 1000]
/** Number of people who open the streams. The API limits the open streams per person. */
const people = Math.ceil(streams / streamsEach)

const megabyte = 1024 * 1024
/** Options of the Node process, as the launcher and the container image set them. */
const extraEnv = {
  NODE_OPTIONS: heapLimits.join(' '),
  ...mallocSettings,
  NODE_COMPILE_CACHE: compileCacheFolder,
}

/** Returns the resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Measures what an API process costs without requests: its start time, its memory and its open streams. */
export async function benchStanding(printLine: (line: string) => void, minutes: number): Promise<void> {
  const servers = await openServers()
  const market = await fillMarket(servers, 10_000, people)
  try {
    await timeStarts(printLine, servers, market)
    const server = await startServer(servers, 'ours', { ...api, extraEnv })
    await watchMemory(printLine, server, servers, market, minutes)
    server.child.kill('SIGKILL')
    const freshServer = await startServer(servers, 'ours', { ...api, extraEnv })
    await openStreams(printLine, freshServer, market)
    freshServer.child.kill('SIGKILL')
  } finally {
    await servers.stop()
  }
}

/** Measures the time from the start of a process to its first answer with a page of orders. */
async function timeStarts(
  printLine: (line: string) => void,
  servers: Servers,
  market: BenchMarket,
): Promise<void> {
  const times: number[] = []
  const { path, authorization, body } = openStream(market, 1).makeRequest('newest')
  for (let n = 0; n < starts; n++) {
    const startedAt = performance.now()
    const server = await startServer(servers, 'ours', { ...api, extraEnv })
    const headers = { authorization, 'content-type': 'application/json' }
    const { ok } = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!ok) throw new Error('the first request was refused')
    times.push(performance.now() - startedAt)
    server.child.kill('SIGKILL')
  }
  printLine(
    `first answer after ${percentile(times, 0.5).toFixed(0)} ms, the slowest of ${starts} starts ${Math.max(...times).toFixed(0)} ms`,
  )
}

/**
 * Sends the mix of requests for some minutes. The growth of memory per minute in the second half predicts its growth in
 * an hour.
 */
async function watchMemory(
  printLine: (line: string) => void,
  server: Server,
  { postgres_pid }: Servers,
  market: BenchMarket,
  minutes: number,
): Promise<void> {
  const stream = openStream(market, 2)
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 60_000
  const memorySamples: { minute: number; bytes: number }[] = []
  let answers = 0
  while (elapsed() < minutes) {
    const score = await sendRequests(server, postgres_pid, Array.from({ length: 2000 }, stream.makeAny))
    answers += score.answers
    memorySamples.push({ minute: elapsed(), bytes: memoryOf(server.pid) })
  }
  const secondHalf = memorySamples.filter(({ minute }) => minute > minutes / 2)
  const [first, last] = [secondHalf[0], secondHalf.at(-1)]
  const growth =
    first && last && last !== first ? (last.bytes - first.bytes) / (last.minute - first.minute) : 0
  const maxBytes = Math.max(...memorySamples.map(({ bytes }) => bytes))
  printLine(
    `memory over ${answers} requests of the mix in ${minutes} min: at most ${(maxBytes / megabyte).toFixed(0)} MB, in the second half ${(growth / megabyte).toFixed(1)} MB a minute`,
  )
}

async function openStreams(
  printLine: (line: string) => void,
  server: Server,
  market: BenchMarket,
): Promise<void> {
  const streamRequests = market.regulars.flatMap(({ rooms, ...regular }) =>
    rooms.slice(0, streamsEach).map(({ room_id }) => ({ ...regular, room_id })),
  )
  const queue = streamRequests.slice(0, streams)
  const count = queue.length
  const openNext = async () => {
    for (let request = queue.pop(); request; request = queue.pop()) await openChat(server, request)
  }
  // The first streams are not counted, because they also make the process grow once: the heap and the compiled code.
  for (const request of queue.splice(0, uncounted)) await openChat(server, request)
  const memoryBefore = memoryOf(server.pid)
  await Promise.all(Array.from({ length: 16 }, openNext))
  await sleep(3000)
  const bytesEach = (memoryOf(server.pid) - memoryBefore) / (count - uncounted)
  printLine(`${count} open streams of chats: ${(bytesEach / 1024).toFixed(1)} KB each`)
}

async function openChat(
  { origin }: Server,
  { id, authorization, room_id }: { id: number; authorization: string; room_id: number },
): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ user_id: id, room_id })
  const answer = await fetch(`${origin}/chat/user_token`, { method: 'POST', headers, body })
  const { token } = (await answer.json()) as { token: string }
  await new Promise<void>((resolve, reject) => {
    const address = `${origin}/chat/stream?token=${encodeURIComponent(token)}`
    get(address, { agent: false, headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`))
      response.resume()
      resolve()
    }).on('error', reject)
  })
}
