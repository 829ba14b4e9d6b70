import { formatSum } from './money.ts'
import type { Operation } from './operations.ts'
import type { Shop } from './shop.ts'
import { passwords } from './shop.ts'
import { type Fields, paymentSignature, withWrongField } from './signatures.ts'

const retryMs = 60_000
const giveUpMs = 24 * 60 * 60_000
const timeoutMs = 10_000 // milliseconds of real time, not of the stand-in's clock

/**
 * Notifies the shop of a payment: at once, then every minute until it answers exactly OK{InvId}. Resolves
 * after the first attempt, because the buyer's browser is redirected regardless of the answer.
 */
export async function sendResultCall(shop: Shop, operation: Operation): Promise<void> {
  const { faults, clock } = shop
  if (faults.takeFault('drop', operation.inv_id)) return
  const delayFault = faults.takeFault('delay', operation.inv_id)
  if (delayFault) await clock.sleep(delayFault.ms ?? 5_000)
  const lateFault = faults.takeFault('after_success', operation.inv_id)
  if (lateFault) return clock.runAfter(lateFault.ms ?? 8_000, () => void attemptCall(shop, operation))
  if (operation.expires_at !== null && faults.takeFault('after_expiry', operation.inv_id)) {
    return clock.runAfter(operation.expires_at - clock.now() + 1_000, () => void attemptCall(shop, operation))
  }
  if (faults.takeFault('reorder', operation.inv_id)) {
    shop.heldResultCalls.push(() => void attemptCall(shop, operation))
    return
  }
  await attemptCall(shop, operation)
  for (const release of shop.heldResultCalls.splice(0)) release()
}

/**
 * Makes one attempt of a result call. If the shop does not confirm, schedules the next attempt in a minute until the
 * time for attempts is over.
 */
export async function attemptCall(shop: Shop, operation: Operation): Promise<void> {
  const copies = shop.faults.takeFault('concurrent', operation.inv_id)?.count ?? 1
  const answers = await Promise.all(Array.from({ length: copies }, () => callShop(shop, operation)))
  operation.attempts += copies
  if (!answers.includes(true)) {
    if (shop.clock.now() - operation.state_at > giveUpMs) return
    shop.clock.runAfter(retryMs, () => void attemptCall(shop, operation))
    return shop.onChange()
  }
  operation.delivered = true
  shop.onChange()
  const repeats = shop.faults.takeFault('duplicate', operation.inv_id)?.count ?? 0
  for (let sentCount = 0; sentCount < repeats; sentCount += 1) await callShop(shop, operation)
}

async function callShop(shop: Shop, operation: Operation): Promise<boolean> {
  const method = shop.faults.takeFault('get', operation.inv_id) ? 'GET' : shop.settings.result_method
  const fields = resultFields(shop, operation)
  const form = new URLSearchParams(fields)
  const url = new URL(shop.settings.result_url)
  if (method === 'GET') for (const [name, value] of form) url.searchParams.append(name, value)
  let status: number | null = null
  let answer = ''
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const body = method === 'POST' ? form : undefined
    const response = await fetch(url, { method, body, signal, redirect: 'manual' })
    status = response.status
    answer = await response.text()
  } catch (error) {
    answer = String(error)
  }
  shop.journal.write({
    at: shop.clock.now(),
    direction: 'out',
    kind: 'result',
    inv_id: operation.inv_id,
    method,
    url: url.href,
    fields,
    status,
    answer: answer.slice(0, 500),
  })
  return status === 200 && answer === `OK${operation.inv_id}`
}

/** Parameters of a result call, under their new and old names. Amounts have six decimals, in test mode two. */
function resultFields(shop: Shop, operation: Operation): Fields {
  const { inv_id: number, is_test: isTest } = operation
  const amountFault = shop.faults.takeFault('wrong_amount', number)
  const rightSum = formatSum(operation.amount_kopecks, isTest ? 2 : 6)
  const outSum = amountFault ? (amountFault.out_sum ?? '1.000000') : rightSum
  const shp = shop.faults.takeFault('wrong_shp', number) ? withWrongField(operation.shp) : operation.shp
  const testPassword = shop.settings.test_password2 ?? 'password-of-the-test-mode'
  const password = shop.faults.takeFault('test_password', number)
    ? testPassword
    : passwords(shop, isTest).second
  const rightSignature = paymentSignature(shop.settings.hash, outSum, number, password, shp).toUpperCase()
  const wrongSignature = rightSignature.replace(/^./, (first) => (first === '0' ? '1' : '0'))
  const signature = shop.faults.takeFault('bad_signature', number) ? wrongSignature : rightSignature
  return {
    out_summ: outSum,
    OutSum: outSum,
    inv_id: String(number),
    InvId: String(number),
    crc: signature,
    SignatureValue: signature,
    PaymentMethod: 'BankCard',
    IncSum: outSum,
    IncCurrLabel: 'BankCardPSR',
    EMail: operation.email,
    Fee: formatSum(operation.fee_kopecks, isTest ? 2 : 6),
    ...(isTest ? { IsTest: '1' } : {}),
    ...shp,
  }
}
