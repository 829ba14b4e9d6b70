import { afterAll, beforeAll, expect, test } from 'vitest'
import { originOf } from '#stand-ins/launcher/environment.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({
    roles: ['telegram', 'api'],
    port_name: 'OPS_PORT',
    env: { FILES_DIR: '/dev/null/files' },
  })
})
afterAll(() => world?.stop())

test('an API that can write no file is not ready at its own door, tells it to Prometheus, and stays in use', async () => {
  const operations = originOf(Number(world.env.OPS_PORT))
  const readReadiness = async () => {
    const answer = await fetch(`${operations}/health/ready`)
    return { status: answer.status, body: await answer.json() }
  }
  await expect
    .poll(() => readReadiness().catch(() => undefined), { timeout: 10_000 })
    .toMatchObject({ status: 503, body: { status: 'unavailable', postgres: true, files: false } })
  expect(await (await fetch(`${operations}/metrics`)).text()).toContain('otklik_part_up{part="files"} 0')
  expect((await fetch(`${world.api}/health/ready`)).status).toBe(200)
}, 60_000)
