import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendBrokenAnswer } from './broken-answers.ts'
import { formatSum, parseSum } from './money.ts'
import type { Operation } from './operations.ts'
import { escapeHtml } from './page.ts'
import { requestFields } from './request-fields.ts'
import type { Shop } from './shop.ts'
import { passwords } from './shop.ts'
import { inquirySignature, sameSignature, withWrongField } from './signatures.ts'

const xmlHeader = '<?xml version="1.0" encoding="utf-8"?>'
const namespaces =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://merchant.roboxchange.com/WebService/"'

/** Routes of the provider: OpStateExt reports an invoice's state, GetCurrencies lists payment methods. */
export function inquiryRoutes(app: FastifyInstance, shop: Shop): void {
  const service = '/Merchant/WebService/Service.asmx'
  app.route({ method: ['GET', 'POST'], url: `${service}/OpStateExt`, handler: operationState })
  app.route({ method: ['GET', 'POST'], url: `${service}/GetCurrencies`, handler: currencies })

  function operationState(request: FastifyRequest, reply: FastifyReply) {
    const fields = requestFields(request) ?? {}
    const invoice = fields.InvoiceID ?? ''
    const number = Number(invoice)
    const fault = shop.faults.takeFault('state_answer', number)
    if (fault) return sendBrokenAnswer(reply, fault)
    reply.type('text/xml; charset=utf-8')
    if (fields.MerchantLogin !== shop.settings.merchant) return refusal(2, 'Shop is unknown or not active')
    const expected = inquirySignature(
      shop.settings.hash,
      shop.settings.merchant,
      invoice,
      passwords(shop, false).second,
    )
    if (!sameSignature(expected, fields.Signature)) return refusal(1, 'Wrong signature')
    const resultFault = shop.faults.takeFault('result_code', number)
    if (resultFault) return refusal(resultFault.code ?? 1000, 'Internal error')
    if (shop.faults.takeFault('two_operations', number))
      return refusal(4, 'Two operations with this InvoiceID')
    const notFoundFault = shop.faults.takeFault('state_not_found', number)
    const operation = notFoundFault ? undefined : shop.operations.current(number)
    if (!operation || (operation.is_test && !shop.settings.logs_test_operations)) {
      return refusal(3, 'Information about this operation is not found')
    }
    const shp = shop.faults.takeFault('state_wrong_shp', number)
      ? withWrongField(operation.shp)
      : operation.shp
    const olderByMs = shop.faults.takeFault('state_older', number)?.ms ?? 0
    const stateFault = shop.faults.takeFault('state_code', number)
    const state = (stateFault?.code ?? operation.state) as Operation['state']
    const isGross = shop.faults.takeFault('state_gross', number) !== undefined
    const creditedKopecks = operation.amount_kopecks - (isGross ? 0 : operation.fee_kopecks)
    const out_sum = stateFault?.out_sum === undefined ? creditedKopecks : parseSum(stateFault.out_sum)
    const undatedFault = shop.faults.takeFault('state_undated', number)
    const state_at = undatedFault ? null : operation.state_at - olderByMs
    return stateXml({ ...operation, shp, state, state_at }, out_sum, shop.clock.now())
  }

  function currencies(request: FastifyRequest, reply: FastifyReply) {
    reply.type('text/xml; charset=utf-8')
    const isKnownShop = requestFields(request)?.MerchantLogin === shop.settings.merchant
    const groups =
      '<Groups><Group Code="BankCard" Description="Bank card"><Items><Currency Label="BankCardPSR" Alias="BankCard" Name="Bank card" MinValue="1" MaxValue="1000000"/></Items></Group></Groups>'
    const result = `<Result><Code>${isKnownShop ? 0 : 2}</Code></Result>`
    return `${xmlHeader}\n<CurrenciesList ${namespaces}>${result}${isKnownShop ? groups : ''}</CurrenciesList>`
  }
}

function refusal(code: number, description: string): string {
  const result = `<Result><Code>${code}</Code><Description>${description}</Description></Result>`
  return `${xmlHeader}\n<OperationStateResponse ${namespaces}>${result}</OperationStateResponse>`
}

/** `OutSum` is the amount credited to the shop, less the fee; `IncSum` is what the buyer paid. */
function stateXml(
  operation: Omit<Operation, 'state_at'> & { state_at: number | null },
  out_sum: number | undefined,
  now: number,
): string {
  const isUnpaid = operation.state === 5 || operation.state === 10
  const isExpired = operation.state === 5 && operation.expires_at !== null && operation.expires_at <= now
  const shp = Object.entries(operation.shp)
    .map(
      ([name, value]) => `<Field><Name>${escapeHtml(name)}</Name><Value>${escapeHtml(value)}</Value></Field>`,
    )
    .join('')
  return `${xmlHeader}
<OperationStateResponse ${namespaces}>
  <Result><Code>0</Code></Result>
  <State>
    <Code>${isExpired ? 10 : operation.state}</Code>
    <RequestDate>${moscowTime(now)}</RequestDate>
    ${operation.state_at === null ? '' : `<StateDate>${moscowTime(operation.state_at)}</StateDate>`}
  </State>
  ${isUnpaid ? '<Info />' : infoXml(operation, out_sum)}
  ${shp ? `<UserField>${shp}</UserField>` : '<UserField />'}
</OperationStateResponse>`
}

const infoXml = (operation: Omit<Operation, 'state_at'>, out_sum: number | undefined) => `<Info>
    <IncCurrLabel>BankCardPSR</IncCurrLabel>
    <IncSum>${formatSum(operation.amount_kopecks, 6)}</IncSum>
    <IncAccount>220000******0004</IncAccount>
    <PaymentMethod><Code>BankCard</Code><Description>BankCard</Description></PaymentMethod>
    <OutCurrLabel>RUB</OutCurrLabel>
    <OutSum>${out_sum === undefined ? '' : formatSum(out_sum, 6)}</OutSum>
    <OpKey>${operation.op_key}</OpKey>
    <BankCardRRN>${String(operation.inv_id).padStart(12, '0')}</BankCardRRN>
  </Info>`

/** Formats a time like the provider: seven decimals of a second and Moscow's offset. */
function moscowTime(time: number): string {
  const wall = new Date(time + 3 * 60 * 60_000).toISOString().slice(0, -1)
  return `${wall}0000+03:00`
}
