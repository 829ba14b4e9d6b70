import { computeFee } from './fees.ts'
import { formatSum } from './money.ts'
import { holdsMoney, type Operation } from './operations.ts'
import { sendResultCall } from './result-calls.ts'
import { sendSignedNotice } from './result-notices.ts'
import type { Shop } from './shop.ts'
import { passwords } from './shop.ts'
import { paymentSignature } from './signatures.ts'

/** Actions of a buyer on the payment page. */
export const outcomes = ['pay', 'decline', 'close', 'late'] as const
export type Outcome = (typeof outcomes)[number]

/** Takes the buyer's money once, even if called repeatedly, and notifies the shop. */
export async function payOperation(shop: Shop, operation: Operation): Promise<void> {
  if (operation.state !== 5) return shop.pendingPayments.get(operation.op_key)
  const operationsOfInvoice = shop.operations.byInvoice(operation.inv_id)
  if (!operation.is_test && operationsOfInvoice.some(holdsMoney)) return
  const payment = takePayment(shop, operation)
  shop.pendingPayments.set(operation.op_key, payment)
  await payment
}

async function takePayment(shop: Shop, operation: Operation): Promise<void> {
  const { operations, movements, clock, faults } = shop
  const { inv_id: number, amount_kopecks: amount } = operation
  operation.fee_kopecks = computeFee(shop, operation)
  operations.move(operation, 50, clock.now())
  movements.write('taken', operation, amount, clock.now())
  if (faults.takeFault('state_60', number)) {
    operations.move(operation, 60, clock.now())
    return movements.write('returned', operation, amount, clock.now())
  }
  const completeOperation = () => operations.move(operation, 100, clock.now())
  const suspensionFault = faults.takeFault('state_80', number)
  if (suspensionFault) {
    operations.move(operation, 80, clock.now())
    return clock.runAfter(suspensionFault.ms ?? 5 * 60_000, () => {
      completeOperation()
      void notifyShop(shop, operation)
    })
  }
  const creditFault = faults.takeFault('state_50', number)
  if (creditFault) clock.runAfter(creditFault.ms ?? 60_000, completeOperation)
  else completeOperation()
  await notifyShop(shop, operation)
}

async function notifyShop(shop: Shop, operation: Operation): Promise<void> {
  void sendSignedNotice(shop, operation)
  await sendResultCall(shop, operation)
}

export function declineOperation(shop: Shop, operation: Operation): void {
  if (operation.state === 5) shop.operations.move(operation, 10, shop.clock.now())
}

/** Schedules a late payment: one minute after the invoice expires, or in ten minutes if the invoice does not expire. */
export function payLate(shop: Shop, operation: Operation): number {
  const { clock } = shop
  const at = operation.expires_at === null ? clock.now() + 10 * 60_000 : operation.expires_at + 60_000
  clock.runAfter(at - clock.now(), () => void payOperation(shop, operation))
  return at
}

/** Returns the URL to which the buyer's browser is redirected: SuccessURL after a payment, otherwise FailURL. */
export function returnAddress(shop: Shop, operation: Operation): string {
  const isPaid = holdsMoney(operation)
  const url = new URL(isPaid ? shop.settings.success_url : shop.settings.fail_url)
  const outSum = formatSum(operation.amount_kopecks, operation.is_test ? 2 : 6)
  url.searchParams.set('OutSum', outSum)
  url.searchParams.set('InvId', String(operation.inv_id))
  if (isPaid) {
    const password = passwords(shop, operation.is_test).first
    const signature = paymentSignature(shop.settings.hash, outSum, operation.inv_id, password, operation.shp)
    url.searchParams.set('SignatureValue', signature)
  }
  url.searchParams.set('Culture', operation.culture)
  if (operation.is_test) url.searchParams.set('IsTest', '1')
  for (const [name, value] of Object.entries(operation.shp)) url.searchParams.set(name, value)
  return url.href
}
