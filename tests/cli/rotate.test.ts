import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureOf } from '#services/payments/robokassa/signature.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { type RunningApi, relaxedLimits, startApi } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { draftOrder, invoiceFor, resultOf } from '#tests/support/orders/order-life.ts'
import { confirmPhone, login } from '#tests/support/people/people.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { runCli } from './call.ts'

let api: RunningApi
let folder: string
let file: string

beforeAll(async () => {
  const { owner_url, ...infrastructure } = await takeInfrastructure()
  const deployment = { ...infrastructure, secrets: newSecrets(), people_file: '' }
  const env = productEnvironment({ ...deployment, telegram_port: 9, api_port: 9, robokassa_port: 9 })
  api = await startApi(owner_url, { ...env, ...relaxedLimits })
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

const readKeys = (name: string) => (parseEnv(readFileSync(file, 'utf8'))[name] ?? '').split(',')
const rotate = (secret: string, stage: string) => runCli(['rotate', secret, stage, '--settings', file])

/** Starts a server with the current content of the settings file. */
const startServerWith = (name: string) => api.startAnother({ [name]: readKeys(name).join(',') })

test('a phone stays one person’s while its key is replaced, and after the old key is gone', async () => {
  const [old] = readKeys('PHONE_KEY')
  const phone = '+79990001122'
  const people = await Promise.all(Array.from({ length: 4 }, () => login(api)))
  const [first, ...otherPeople] = people as [(typeof people)[0], ...typeof people]
  await confirmPhone(api, first, phone)
  const isTaken = async (server: FastifyInstance, person = first) => {
    const personOnServer = { ...person, call: callerAt(server, person.token) }
    return confirmPhone(api, personOnServer, phone).then(
      () => false,
      (error: Error) => /phone_taken|409/.test(String(error)),
    )
  }
  await rotate('phone', 'begin')
  expect(readKeys('PHONE_KEY')).toEqual([old, expect.not.stringContaining(old ?? '')])
  await rotate('phone', 'switch')
  expect(readKeys('PHONE_KEY')[1]).toBe(old)
  expect(await isTaken(await startServerWith('PHONE_KEY'), otherPeople[0])).toBe(true)
  expect(await rotate('phone', 'finish')).toMatchObject({ code: 0, data: { held: 1 } })
  const afterRotation = await startServerWith('PHONE_KEY')
  expect(readKeys('PHONE_KEY')).not.toContain(old)
  expect(await isTaken(afterRotation, otherPeople[1])).toBe(true)
  expect(await isTaken(afterRotation)).toBe(false)
})

test('nobody is logged out while the key of sessions is replaced', async () => {
  const personBefore = await login(api)
  const viewerId = async (server: FastifyInstance, token: string) =>
    (await server.inject({ url: '/api/users/sessions', headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  await rotate('jwt', 'begin')
  const serverAtBegin = await startServerWith('JWT_SECRETS')
  await rotate('jwt', 'switch')
  const serverAfterSwitch = await startServerWith('JWT_SECRETS')
  const personAfter = await login({ ctx: api.ctx, server: serverAfterSwitch })
  // While the processes are restarted, processes with the old and with the new settings serve at the same time.
  for (const server of [serverAtBegin, serverAfterSwitch])
    for (const { token } of [personBefore, personAfter]) expect(await viewerId(server, token)).toBe(200)
  await rotate('jwt', 'finish')
  const serverAfterFinish = await startServerWith('JWT_SECRETS')
  expect([
    await viewerId(serverAfterFinish, personBefore.token),
    await viewerId(serverAfterFinish, personAfter.token),
  ]).toEqual([401, 200])
})

test('calls signed with either password of the shop are believed while both are replaced', async () => {
  const shopPasswords = ['ROBOKASSA_PASSWORD_1', 'ROBOKASSA_PASSWORD_2'] as const
  const [old1 = '', old2 = ''] = shopPasswords.map((name) => readKeys(name).join(','))
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const { SignatureValue: _, ...fields } = resultOf(api, invoice)
  const { OutSum = '', InvId = '', ...shp } = fields
  const isAccepted = async (server: FastifyInstance, password: string) => {
    const SignatureValue = signatureOf('sha256', [OutSum, InvId, password], shp as never)
    const query = { ...fields, SignatureValue }
    const { statusCode } = await server.inject({ url: '/pay/robokassa/result', query })
    return statusCode === 200
  }
  const readEnv = () => {
    const values = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
    return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('ROBOKASSA_')))
  }
  await rotate('shop', 'begin')
  const young2 = readEnv().ROBOKASSA_OTHER_PASSWORD_2 ?? ''
  expect(young2).toMatch(/^(?=.*\d)[a-z\d]{20,32}$/)
  expect([readEnv().ROBOKASSA_PASSWORD_1, readEnv().ROBOKASSA_PASSWORD_2]).toEqual([old1, old2])
  const serverAtBegin = await api.startAnother(readEnv())
  await rotate('shop', 'switch')
  expect(readEnv()).toMatchObject({ ROBOKASSA_PASSWORD_2: young2, ROBOKASSA_OTHER_PASSWORD_2: old2 })
  const serverAfterSwitch = await api.startAnother(readEnv())
  for (const server of [serverAtBegin, serverAfterSwitch])
    for (const password of [old2, young2]) expect(await isAccepted(server, password)).toBe(true)
  // The old passwords of the shop are kept while Robokassa still uses them, or while this is unknown.
  expect((await rotate('shop', 'finish')).data.error).toContain('The old passwords stay')
  const unreachableUrl = 'http://127.0.0.1:9/'
  const cabinet = await startRobokassa({
    ...{ merchant: readEnv().ROBOKASSA_MERCHANT ?? '', hash: 'sha256', password1: 'new', password2: young2 },
    ...{ result_url: unreachableUrl, success_url: unreachableUrl, fail_url: unreachableUrl },
  })
  const ROBOKASSA_STATE_URL = `${cabinet.origin}/Merchant/WebService/Service.asmx/OpStateExt`
  const finishResult = await runCli(['rotate', 'shop', 'finish', '--settings', file], { ROBOKASSA_STATE_URL })
  await cabinet.close()
  expect(finishResult).toMatchObject({ code: 0, data: { held: 1 } })
  const serverAfterFinish = await api.startAnother({ ...readEnv(), ROBOKASSA_OTHER_PASSWORD_2: '' })
  expect([await isAccepted(serverAfterFinish, old2), await isAccepted(serverAfterFinish, young2)]).toEqual([
    false,
    true,
  ])
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
  return createCaller(server, { authorization: `Bearer ${token}` })
}
