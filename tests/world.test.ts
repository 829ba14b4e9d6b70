import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ roles: ['telegram', 'robokassa', 'api'] })
})
afterAll(() => world?.stop())

test('a killed part comes back on the same address', async () => {
  expect((await fetch(`${world.api}/health/live`)).status).toBe(200)
  await world.kill('api')
  await expect(fetch(`${world.api}/health/live`)).rejects.toThrow()
  await world.restart('api')
  expect((await fetch(`${world.api}/health/ready`)).status).toBe(200)
})

test('the API ends when it is asked to, also after it has drawn pages', async () => {
  await seed(world.owner_url, { demo: true })
  const html = async (path: string) =>
    (await fetch(`${world.api}${path}`, { headers: { accept: 'text/html' } })).text()
  const [, order] = /href="(\/order\/\d+)"/.exec(await html('/')) ?? []
  expect(await html(order ?? '')).toContain('id="first"')
  const startedAt = Date.now()
  await world.restart('api')
  // A process that does not exit by itself is killed after ten seconds.
  expect(Date.now() - startedAt).toBeLessThan(9000)
}, 180_000)

test('the desk and the provider can be asked', async () => {
  expect(await world.telegram.get('/config')).toMatchObject({ bot: expect.anything() })
  expect(await world.robokassa.get('/_operations')).toEqual([])
})

test('the mini-app is on another origin than the desk, which passes its requests on', async () => {
  expect(world.app).not.toBe(world.origin)
  expect((await fetch(`${world.app}/health/live`)).status).toBe(200)
  expect((await fetch(`${world.origin}/health/live`)).status).toBe(404)
})
