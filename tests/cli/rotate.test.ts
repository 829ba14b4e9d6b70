import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureOf } from '#services/payments/robokassa/signature.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { generous, type RunningApi, startApi } from '#tests/support/api/api.ts'
import { caller } from '#tests/support/api/call.ts'
import { draftOrder, invoiceFor, resultOf } from '#tests/support/orders/order-life.ts'
import { confirmPhone, login } from '#tests/support/people/people.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
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
const rotate = (what: string, stage: string) => asked(['rotate', what, stage, '--settings', file])

/** A server started with the current settings file. */
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
  // During a restart, processes of both steps serve at the same time.
  for (const server of [begun, switched])
    for (const { token } of [before, after]) expect(await who(server, token)).toBe(200)
  await rotate('jwt', 'finish')
  const finished = await restarted('JWT_SECRETS')
  expect([await who(finished, before.token), await who(finished, after.token)]).toEqual([401, 200])
})

test('calls signed with either password of the shop are believed while both are replaced', async () => {
  const inShop = ['ROBOKASSA_PASSWORD_1', 'ROBOKASSA_PASSWORD_2'] as const
  const [old1 = '', old2 = ''] = inShop.map((name) => held(name).join(','))
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const { SignatureValue: _, ...fields } = resultOf(api, invoice)
  const { OutSum = '', InvId = '', ...shp } = fields
  const isBelieved = async (server: FastifyInstance, password: string) => {
    const SignatureValue = signatureOf('sha256', [OutSum, InvId, password], shp as never)
    const query = { ...fields, SignatureValue }
    const { statusCode } = await server.inject({ url: '/pay/robokassa/result', query })
    return statusCode === 200
  }
  const now = () => {
    const values = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
    return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('ROBOKASSA_')))
  }
  await rotate('shop', 'begin')
  const young2 = now().ROBOKASSA_OTHER_PASSWORD_2 ?? ''
  expect(young2).toMatch(/^(?=.*\d)[a-z\d]{20,32}$/)
  expect([now().ROBOKASSA_PASSWORD_1, now().ROBOKASSA_PASSWORD_2]).toEqual([old1, old2])
  const begun = await api.another(now())
  await rotate('shop', 'switch')
  expect(now()).toMatchObject({ ROBOKASSA_PASSWORD_2: young2, ROBOKASSA_OTHER_PASSWORD_2: old2 })
  const switched = await api.another(now())
  for (const server of [begun, switched])
    for (const password of [old2, young2]) expect(await isBelieved(server, password)).toBe(true)
  // The old passwords stay while the provider still uses them, or while its state is unknown.
  expect((await rotate('shop', 'finish')).data.error).toContain('The old passwords stay')
  const nowhere = 'http://127.0.0.1:9/'
  const cabinet = await startRobokassa({
    ...{ merchant: now().ROBOKASSA_MERCHANT ?? '', hash: 'sha256', password1: 'new', password2: young2 },
    ...{ result_url: nowhere, success_url: nowhere, fail_url: nowhere },
  })
  const ROBOKASSA_STATE_URL = `${cabinet.origin}/Merchant/WebService/Service.asmx/OpStateExt`
  const finished = await asked(['rotate', 'shop', 'finish', '--settings', file], { ROBOKASSA_STATE_URL })
  await cabinet.close()
  expect(finished).toMatchObject({ code: 0, data: { held: 1 } })
  const after = await api.another({ ...now(), ROBOKASSA_OTHER_PASSWORD_2: '' })
  expect([await isBelieved(after, old2), await isBelieved(after, young2)]).toEqual([false, true])
})

test('stages out of turn are refused with the one that is next', async () => {
  expect((await rotate('webhook', 'begin')).data.error).toContain('otklik setup')
  expect((await rotate('jwt', 'switch')).data.error).toContain('otklik rotate jwt begin')
  expect((await rotate('jwt', 'finish')).data.error).toContain('begin')
  expect((await rotate('shop', 'switch')).data.error).toContain('otklik rotate shop begin')
  await rotate('jwt', 'begin')
  expect((await rotate('jwt', 'begin')).data.error).toContain('switch')
})

function callerAt(server: FastifyInstance, token: string) {
  return caller(server, { authorization: `Bearer ${token}` })
}
