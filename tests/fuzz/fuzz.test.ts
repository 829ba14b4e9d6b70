import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { share } from '#tests/support/run/share.ts'
import { type RequestDraft, requestsTo } from './requests.ts'
import { createSenders } from './senders.ts'
import { requestOf } from './sending.ts'

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

function problemOf({ statusCode, headers, body }: Answer): string | undefined {
  if (!String(headers['content-type']).startsWith('application/json')) return 'a refusal that is not JSON'
  const problem = JSON.parse(body) as Record<string, unknown>
  const keys = Object.keys(problem).sort().join()
  if (keys !== 'code,details,message,request_id,statusCode') return `a refusal of another shape: ${keys}`
  if (errors[problem.code as ErrorCode] !== statusCode || problem.statusCode !== statusCode)
    return `the status ${statusCode} with the code ${problem.code}`
  return problem.message ? undefined : 'a refusal without words'
}

/** True if the path is well-formed. A garbled path may lead to another call with another reply. */
function reachesCall({ params }: RequestDraft): boolean {
  return Object.values(params).every((value) => typeof value !== 'object')
}

/**
 * Describes the fault of an answer. Returns undefined if the answer has the shape of a problem or of the contract's
 * reply.
 */
function describeFault(call: Call, draft: RequestDraft, answer: Answer): string | undefined {
  const { statusCode, headers, body } = answer
  // Telegram is away here, so a call that asks it may say so.
  const maySayAway = statusCode === 503 && call.errors?.includes('unavailable')
  if (statusCode >= 500 && !maySayAway) return `the status ${statusCode}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff'
  if (statusCode >= 400) return problemOf(answer)
  if (statusCode === 304) return call.cache ? undefined : 'nothing'
  if (call.as === 'redirect') return [302, 303].includes(statusCode) ? undefined : `the status ${statusCode}`
  if (statusCode !== 200) return `the status ${statusCode}`
  if (call.as && call.as !== 'json') return undefined
  const reply: unknown = JSON.parse(body)
  if (!reachesCall(draft)) return undefined
  const parseResult = call.reply.safeParse(reply)
  if (!parseResult.success) return `a reply of another shape: ${parseResult.error.message.slice(0, 300)}`
  return isDeepStrictEqual(parseResult.data, reply) ? undefined : 'a reply with undeclared fields'
}

/** The variable FUZZ_SEED repeats a run. FUZZ_REQUESTS sets the number of requests. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const total = Number(process.env.FUZZ_REQUESTS ?? share(20_000, 4000))
const parallelRequests = 8
/** Upper limit of an answer's time in milliseconds. The server aborts requests after ten seconds. */
const longestMs = 5000

const table = Object.entries(calls) as [string, Call][]
const perCall = Math.ceil(total / table.length)

type Shot = { name: string; call: Call; draft: RequestDraft }
/** Requests to all calls alternate, so that the effects of one call meet all other calls. */
const shots = (): Shot[] => {
  const rows = table.map(([name, call], n) =>
    fc.sample(requestsTo(call), { numRuns: perCall, seed: seed + n }).map((draft) => ({ name, call, draft })),
  )
  return Array.from({ length: perCall }, (_, n) => rows.map((row) => row[n] as Shot)).flat()
}

/** Formats a request so that a developer can repeat it by hand. FUZZ_SEED repeats the whole run. */
function describeRequest({ method, url, headers, payload }: InjectOptions): string {
  const { authorization: _, ...rest } = headers ?? {}
  return [method, String(url).slice(0, 300), JSON.stringify(rest), String(payload ?? '').slice(0, 600)].join(
    ' ',
  )
}

let api: Api
let senders: Awaited<ReturnType<typeof createSenders>>
beforeAll(async () => {
  api = await openApi()
  senders = await createSenders(api)
})

test(`${perCall * table.length} hostile requests are answered, seed ${seed}`, {
  timeout: 240_000,
}, async () => {
  const faults: string[] = []
  const statuses = new Map<number, number>()
  let slowest = { ms: 0, name: '', status: 0 }
  const startedAt = performance.now()

  const sendShot = async ({ name, call, draft }: Shot) => {
    const { index, ...sender } = senders.of(draft.sender, call.access === 'launch')
    const request = requestOf(name, call, draft, sender)
    const sentAt = performance.now()
    const answer = await api.server.inject(request)
    const ms = performance.now() - sentAt
    if (ms > slowest.ms) slowest = { ms, name, status: answer.statusCode }
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    const problem = describeFault(call, draft, answer)
    if (problem) faults.push(`${problem}: ${describeRequest(request)} -> ${answer.body.slice(0, 300)}`)
    const isOver = /"code":"(unauthenticated|session_expired|blocked)"/.test(answer.body)
    if (isOver && index >= 0) await senders.replace(index)
  }
  const queue = shots().values()
  const generatedAt = performance.now()
  const worker = async () => {
    for (const shot of queue) await sendShot(shot)
  }
  await Promise.all(Array.from({ length: parallelRequests }, worker))

  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
  process.stdout.write(
    `fuzz: seed ${seed}, ${perCall * table.length} requests in ${seconds(performance.now() - generatedAt)} s ` +
      `(made in ${seconds(generatedAt - startedAt)} s), ${counts.join(', ')}; ` +
      `slowest ${Math.round(slowest.ms)} ms: ${slowest.name} (${slowest.status})\n`,
  )
  expect(faults.slice(0, 20)).toEqual([])
  expect(slowest.ms).toBeLessThan(longestMs)
  // Enough requests must succeed. Otherwise the run would only have tested refusals.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(total / 20)
  const { statusCode } = await api.server.inject('/health/ready')
  expect(statusCode).toBe(200)
})
