import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { moneySnapshot } from '#tests/support/money/money-tables.ts'
import { draftOrder, type Invoice, invoiceFor, resultOf } from '#tests/support/orders/order-life.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const sendResultCall = (body: Record<string, string>) =>
  createCaller(api.server)('POST /pay/robokassa/result', { body })

async function createInvoice(): Promise<Invoice> {
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
    const fields = resultOf(api, await createInvoice())
    const snapshotBefore = await moneySnapshot(api.ctx.db)
    expect(await codeOf(sendResultCall(change(fields)))).toBe('provider_refused')
    expect(await moneySnapshot(api.ctx.db)).toBe(snapshotBefore)
  })

  const withPassword1 = ({ OutSum, InvId, Shp_item, Shp_kind, Shp_payment }: Fields) => ({
    SignatureValue: createHash('sha256')
      .update(
        `${OutSum}:${InvId}:${api.ctx.config.ROBOKASSA_PASSWORD_1}:Shp_item=${Shp_item}:Shp_kind=${Shp_kind}:Shp_payment=${Shp_payment}`,
      )
      .digest('hex'),
  })

  test('whichever field is changed, doubled or lost', async () => {
    const fields = resultOf(api, await createInvoice())
    const genuineBody = new URLSearchParams(fields).toString()
    const snapshotBefore = await moneySnapshot(api.ctx.db)
    const names = Object.keys(fields) as (keyof Fields)[]
    const letter = fc.constantFrom(...'0123456789abcdefABCDEF.:=-+ &%;')
    const arbitraryChange = fc.record({
      name: fc.constantFrom(...names),
      mutation: fc.constantFrom('change', 'insert', 'cut', 'double', 'drop', 'swap'),
      position: fc.nat(70),
      otherName: fc.constantFrom(...names),
      letter,
    })
    let sentCount = 0
    await fc.assert(
      fc.asyncProperty(arbitraryChange, async (change) => {
        const payload = mutateBody(fields, change)
        // Hexadecimal digits are valid in upper and lower case, so a changed case does not make a signature forged.
        fc.pre(payload.toLowerCase() !== genuineBody.toLowerCase())
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await api.server.inject({
          method: 'POST',
          url: '/pay/robokassa/result',
          headers,
          payload,
        })
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'provider_refused'])
        sentCount += 1
      }),
      { numRuns: 400 },
    )
    expect(sentCount).toBe(400)
    expect(await moneySnapshot(api.ctx.db)).toBe(snapshotBefore)
  })
})

type Change = { name: string; mutation: string; position: number; otherName: string; letter: string }

function mutateBody(
  fields: Record<string, string>,
  { name, mutation, position, otherName, letter }: Change,
): string {
  const value = fields[name] ?? ''
  const offset = position % (value.length + 1)
  const params = new URLSearchParams(fields)
  if (mutation === 'change') params.set(name, value.slice(0, offset) + letter + value.slice(offset + 1))
  if (mutation === 'insert') params.set(name, value.slice(0, offset) + letter + value.slice(offset))
  if (mutation === 'cut') params.set(name, value.slice(0, offset) + value.slice(offset + 1))
  if (mutation === 'double') params.append(name, letter)
  if (mutation === 'drop') params.delete(name)
  if (mutation === 'swap') params.set(name, fields[otherName] ?? '')
  return params.toString()
}
