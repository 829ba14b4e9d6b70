import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { caller, codeOf } from '#tests/support/api/call.ts'
import { moneySnapshot } from '#tests/support/money/money-tables.ts'
import { draftOrder, type Invoice, invoiceFor, resultOf } from '#tests/support/orders/order-life.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const report = (body: Record<string, string>) => caller(api.server)('POST /pay/robokassa/result', { body })

async function invoiced(): Promise<Invoice> {
  const { anna, order } = await draftOrder(api)
  return invoiceFor(anna, order.id)
}

describe('a forged result call changes nothing', () => {
  type Fields = ReturnType<typeof resultOf>
  test.each<[string, (fields: Fields) => Record<string, string>]>([
    ['without anything', () => ({})],
    ['with another signature', (fields) => ({ ...fields, SignatureValue: '0'.repeat(64) })],
    ['without a signature', ({ SignatureValue: _, ...fields }) => fields],
    ['signed with the password of the page', (fields) => ({ ...fields, ...withPassword1(fields) })],
    ['with a smaller sum', (fields) => ({ ...fields, OutSum: '1.00' })],
    ['for another order', (fields) => ({ ...fields, Shp_item: '1' })],
    ['for another invoice', (fields) => ({ ...fields, InvId: String(Number(fields.InvId) + 1) })],
    ['with a field of ours more', (fields) => ({ ...fields, Shp_extra: '1' })],
    ['with the sum written otherwise', (fields) => ({ ...fields, OutSum: `0${fields.OutSum}` })],
  ])('%s', async (_name, change) => {
    const fields = resultOf(api, await invoiced())
    const before = await moneySnapshot(api.ctx.db)
    expect(await codeOf(report(change(fields)))).toBe('provider_refused')
    expect(await moneySnapshot(api.ctx.db)).toBe(before)
  })

  const withPassword1 = ({ OutSum, InvId, Shp_item, Shp_kind, Shp_payment }: Fields) => ({
    SignatureValue: createHash('sha256')
      .update(
        `${OutSum}:${InvId}:${api.ctx.config.ROBOKASSA_PASSWORD_1}:Shp_item=${Shp_item}:Shp_kind=${Shp_kind}:Shp_payment=${Shp_payment}`,
      )
      .digest('hex'),
  })

  test('whichever field is changed, doubled or lost', async () => {
    const fields = resultOf(api, await invoiced())
    const genuine = new URLSearchParams(fields).toString()
    const before = await moneySnapshot(api.ctx.db)
    const names = Object.keys(fields) as (keyof Fields)[]
    const letter = fc.constantFrom(...'0123456789abcdefABCDEF.:=-+ &%;')
    const mutation = fc.record({
      name: fc.constantFrom(...names),
      how: fc.constantFrom('change', 'insert', 'cut', 'double', 'drop', 'swap'),
      at: fc.nat(70),
      other: fc.constantFrom(...names),
      letter,
    })
    let sent = 0
    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        const payload = mutate(fields, change)
        // Both cases of hexadecimal digits are valid, so such a signature is not forged.
        fc.pre(payload.toLowerCase() !== genuine.toLowerCase())
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await api.server.inject({
          method: 'POST',
          url: '/pay/robokassa/result',
          headers,
          payload,
        })
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'provider_refused'])
        sent += 1
      }),
      { numRuns: 400 },
    )
    expect(sent).toBe(400)
    expect(await moneySnapshot(api.ctx.db)).toBe(before)
  })
})

type Change = { name: string; how: string; at: number; other: string; letter: string }

function mutate(fields: Record<string, string>, { name, how, at, other, letter }: Change): string {
  const value = fields[name] ?? ''
  const place = at % (value.length + 1)
  const pairs = new URLSearchParams(fields)
  if (how === 'change') pairs.set(name, value.slice(0, place) + letter + value.slice(place + 1))
  if (how === 'insert') pairs.set(name, value.slice(0, place) + letter + value.slice(place))
  if (how === 'cut') pairs.set(name, value.slice(0, place) + value.slice(place + 1))
  if (how === 'double') pairs.append(name, letter)
  if (how === 'drop') pairs.delete(name)
  if (how === 'swap') pairs.set(name, fields[other] ?? '')
  return pairs.toString()
}
