import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { formatSum } from './money.ts'
import type { Operation } from './operations.ts'
import type { Shop } from './shop.ts'

let privateKey: KeyObject | undefined

/** Key pair that signs result notices. It is created on first use, because generating a key slows down the start. */
function noticeKey(): KeyObject {
  privateKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  return privateKey
}

/** Public key for verifying result notices, as PEM. */
export function noticePublicKey(): string {
  return createPublicKey(noticeKey()).export({ type: 'spki', format: 'pem' }).toString()
}

/** Sends Robokassa's newer result notice, which is a signed JWS, if the shop or the payment link has a URL for it. */
export async function sendSignedNotice(shop: Shop, operation: Operation): Promise<void> {
  const url = operation.result_url2 ?? shop.settings.result_url2
  if (!url) return
  const body = notice(shop, operation)
  let status: number | null = null
  let answer = ''
  try {
    const headers = { 'content-type': 'text/plain' }
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
    status = response.status
    answer = (await response.text()).slice(0, 500)
  } catch (error) {
    answer = String(error)
  }
  shop.journal.write({
    at: shop.clock.now(),
    direction: 'out',
    kind: 'result2',
    inv_id: operation.inv_id,
    method: 'POST',
    url,
    fields: body,
    status,
    answer,
  })
}

function notice(shop: Shop, operation: Operation): string {
  const payload = {
    header: {
      type: 'PaymentStateNotification',
      version: '1.0.0',
      timestamp: Math.floor(shop.clock.now() / 1000),
    },
    data: {
      shop: shop.settings.merchant,
      opKey: operation.op_key,
      invId: String(operation.inv_id),
      paymentMethod: 'BankCard',
      incSum: formatSum(operation.amount_kopecks, 2),
      state: 'OK',
    },
  }
  const parts = [{ alg: 'RS256', typ: 'JWT' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = sign('RSA-SHA256', Buffer.from(parts.join('.')), noticeKey())
  return [...parts, signature.toString('base64url')].join('.')
}
