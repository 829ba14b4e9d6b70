import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { generous, type RunningApi, startApi } from '../support/api.ts'
import { caller } from '../support/call.ts'
import { takeInfrastructure } from '../support/infrastructure.ts'
import { confirmPhone, login } from '../support/people.ts'
import { asked } from './call.ts'

let api: RunningApi
let folder: string
let file: string

beforeAll(async () => {
  const { owner_url, ...infrastructure } = await takeInfrastructure()
  const deployment = { ...infrastructure, secrets: newSecrets(), people_file: '' }
  const env = productEnvironment({ ...deployment, telegram_port: 9, api_port: 9, robokassa_port: 9 })
  api = await startApi(owner_url, { ...env, ...generous })
  folder = mkdtempSync(path.join(tmpdir(), 'otklik-rotate-'))
  file = path.join(folder, '.env')
  writeFileSync(
    file,
    Object.entries(env)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await api.close()
})

const held = (name: string) => (parseEnv(readFileSync(file, 'utf8'))[name] ?? '').split(',')
const rotate = (what: string, stage: string) => asked(['rotate', what, stage, '--env-file', file])

/** The processes as they are after a restart with the file of the moment. */
const restarted = (name: string) => api.another({ [name]: held(name).join(',') })

test('a phone stays one person’s while its key is replaced, and after the old key is gone', async () => {
  const [old] = held('PHONE_KEY')
  const phone = '+79990001122'
  const people = await Promise.all(Array.from({ length: 4 }, () => login(api)))
  const [first, ...others] = people as [(typeof people)[0], ...typeof people]
  await confirmPhone(api, first, phone)
  const isTaken = async (server: FastifyInstance, person = first) => {
    const moved = { ...person, call: callerAt(server, person.token) }
    return confirmPhone(api, moved, phone).then(
      () => false,
      (error: Error) => /phone_taken|409/.test(String(error)),
    )
  }
  await rotate('phone', 'begin')
  expect(held('PHONE_KEY')).toEqual([old, expect.not.stringContaining(old ?? '')])
  await rotate('phone', 'switch')
  expect(held('PHONE_KEY')[1]).toBe(old)
  expect(await isTaken(await restarted('PHONE_KEY'), others[0])).toBe(true)
  expect(await rotate('phone', 'finish')).toMatchObject({ code: 0, data: { held: 1 } })
  const after = await restarted('PHONE_KEY')
  expect(held('PHONE_KEY')).not.toContain(old)
  expect(await isTaken(after, others[1])).toBe(true)
  expect(await isTaken(after)).toBe(false)
})

test('nobody is logged out while the key of sessions is replaced', async () => {
  const before = await login(api)
  const who = async (server: FastifyInstance, token: string) =>
    (await server.inject({ url: '/api/users/sessions', headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  await rotate('jwt', 'begin')
  const begun = await restarted('JWT_SECRETS')
  await rotate('jwt', 'switch')
  const switched = await restarted('JWT_SECRETS')
  const after = await login({ ctx: api.ctx, server: switched })
  // Processes of either step serve side by side while they are restarted.
  for (const server of [begun, switched])
    for (const { token } of [before, after]) expect(await who(server, token)).toBe(200)
  await rotate('jwt', 'finish')
  const finished = await restarted('JWT_SECRETS')
  expect([await who(finished, before.token), await who(finished, after.token)]).toEqual([401, 200])
})

test('stages out of turn are refused with the one that is next', async () => {
  expect((await rotate('webhook', 'begin')).data.error).toContain('otklik setup')
  expect((await rotate('jwt', 'switch')).data.error).toContain('otklik rotate jwt begin')
  expect((await rotate('jwt', 'finish')).data.error).toContain('begin')
  await rotate('jwt', 'begin')
  expect((await rotate('jwt', 'begin')).data.error).toContain('switch')
})

function callerAt(server: FastifyInstance, token: string) {
  return caller(server, { authorization: `Bearer ${token}` })
}
