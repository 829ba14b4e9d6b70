import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#stand-ins/infra/processes.ts'
import { originOf } from '#stand-ins/launcher/environment.ts'
import type { RunningProcess } from '#stand-ins/launcher/keep-running.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { entries } from '#stand-ins/launcher/paths.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'

const drainMs = 1500
let world: World
beforeAll(async () => {
  world = await startWorld({ own_servers: true, roles: ['telegram', 'api'] })
}, 400_000)
afterAll(() => world?.stop())

/** Starts one more API process, which the test stops while it serves requests. */
async function startApi() {
  const origin = originOf(await freePort())
  const startProcess = await nodeProcess({
    name: 'api-leaving',
    entry: entries.api,
    logFolder: world.logs,
    readyUrl: `${origin}/health/live`,
    env: { ...world.env, API_PORT: new URL(origin).port, DRAIN_MS: String(drainMs) },
  })
  return { origin, ...(await startProcess()) }
}

const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 'refused' as const,
  )

/** Starts an API call. The test sends the rest of its body later. */
function startCall(origin: string) {
  const body = JSON.stringify({ page: '/', message: 'a test of leaving' })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const call = request(`${origin}/api/app/client_error`, { method: 'POST', headers })
  const answeredStatus = once(call, 'response').then(([{ statusCode }]) => statusCode as number)
  call.write(body.slice(0, 5))
  return { answered: answeredStatus, end: () => call.end(body.slice(5)) }
}

function terminateProcess({ process: { pid } }: RunningProcess): void {
  process.kill(pid ?? 0, 'SIGTERM')
}

test('an API that is told to end says so, goes on answering, ends what is under way, and only then is gone', async () => {
  const api = await startApi()
  const exit = once(api.process, 'exit')
  const openCall = startCall(api.origin)
  expect(await statusOf(`${api.origin}/health/ready`)).toBe(200)
  terminateProcess(api)
  await expect.poll(() => statusOf(`${api.origin}/health/ready`), { timeout: 1000 }).toBe(503)
  // A stopping API process already reports that it is not ready, but the proxy may not have noticed. New requests must
  // still succeed.
  for (const delayMs of [0, 200, 200]) {
    await wait(delayMs)
    expect(await statusOf(`${api.origin}/api/app/get_currencies`)).toBe(200)
  }
  await wait(drainMs)
  await expect.poll(() => statusOf(`${api.origin}/health/live`)).toBe('refused')
  openCall.end()
  expect(await openCall.answered).toBe(200)
  const answeredAt = performance.now()
  expect(await exit).toEqual([0, null])
  expect(performance.now() - answeredAt).toBeLessThan(5000)
}, 400_000)
