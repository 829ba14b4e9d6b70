import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import { type RequestOptions, RobokassaUnavailable, sendRequest } from '#services/payments/robokassa/state.ts'

const Created = z.object({
  success: z.boolean(),
  requestId: z.string().nullish(),
  message: z.string().nullish(),
})
const State = z.object({
  requestId: z.string().optional(),
  amount: z.number().optional(),
  label: z.enum(['finished', 'processing', 'canceled']).optional(),
  message: z.string().nullish(),
})

/**
 * Result of ordering a refund at the provider. `refusal` is the provider's code, such as NotEnoughOperationFunds or
 * AlreadyRefunded.
 */
export type RefundOrder = { refusal: null; request_id: string } | { refusal: string }

/**
 * Orders a full refund at the provider, or a partial one (kopecks). The provider has no idempotency key, so after
 * RobokassaUnavailable the order may have been accepted or not. A full refund can be ordered again, because the
 * provider then answers AlreadyRefunded. A partial refund must not be ordered again.
 * @throws RobokassaUnavailable when it is unknown whether the provider accepted the order
 */
export async function orderRefund(
  config: RobokassaConfig,
  refund: { op_key: string; amount_kopecks?: number },
  asking: RequestOptions = {},
): Promise<RefundOrder> {
  if (!config.password3) return { refusal: 'RefundIsNotConfigured' }
  const sum = refund.amount_kopecks === undefined ? {} : { RefundSum: refund.amount_kopecks / 100 }
  const body = signedToken({ OpKey: refund.op_key, ...sum }, config.password3)
  const headers = { 'content-type': 'application/jwt' }
  const answer = await sendRequest(address(config, 'Create'), { method: 'POST', headers, body }, asking)
  const { success, requestId, message } = parseReply(Created, answer)
  if (success && requestId) return { refusal: null, request_id: requestId }
  if (success) throw new RobokassaUnavailable('a refund without a number')
  return { refusal: message || 'Refused' }
}

/** @throws RobokassaUnavailable if the provider gives no readable answer */
export async function refundState(
  config: RobokassaConfig,
  request_id: string,
  asking: RequestOptions = {},
): Promise<{ label: 'finished' | 'processing' | 'canceled' | 'not_found'; amount_kopecks: number | null }> {
  const url = address(config, 'GetState')
  url.searchParams.set('id', request_id)
  const { label, amount } = parseReply(State, await sendRequest(url, { method: 'GET' }, asking))
  return {
    label: label ?? 'not_found',
    amount_kopecks: amount === undefined ? null : Math.round(amount * 100),
  }
}

function address(config: RobokassaConfig, method: 'Create' | 'GetState'): URL {
  return new URL(`${config.refund_url}/Refund/${method}`)
}

/** Signs a payload as a JWT (HS256) with compact JSON. */
function signedToken(payload: object, password: string): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = createHmac('sha256', password).update(parts.join('.')).digest('base64url')
  return [...parts, signature].join('.')
}

function parseReply<Shape>(shape: z.ZodType<Shape>, text: string): Shape {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new RobokassaUnavailable('the answer has another shape')
  }
}
