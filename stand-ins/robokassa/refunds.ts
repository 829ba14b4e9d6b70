import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendBrokenAnswer } from './broken-answers.ts'
import type { Operation } from './operations.ts'
import type { Refund, Shop } from './shop.ts'
import { sameSignature } from './signatures.ts'

interface RefundOrder {
  operation: Operation
  kopecks: number
}

/** RefundService of the provider: makes refunds by a request signed with password 3, and reports a refund's state. */
export function refundRoutes(app: FastifyInstance, shop: Shop): void {
  app.post('/RefundService/Refund/Create', createRefund)
  app.get<{ Querystring: { id?: string } }>('/RefundService/Refund/GetState', (request, reply) => {
    const refund = shop.refunds.get(request.query.id ?? '')
    const fault = shop.faults.takeFault('refund_answer', invoiceOf(refund))
    if (fault) return sendBrokenAnswer(reply, fault)
    if (!refund) return { message: 'RefundNotFound' }
    return { requestId: refund.request_id, amount: refund.kopecks / 100, label: refund.label }
  })

  function invoiceOf(refund: Refund | undefined): number | null {
    return shop.operations.byKey(refund?.op_key ?? '')?.inv_id ?? null
  }

  function createRefund(request: FastifyRequest, reply: FastifyReply) {
    const order = readOrder(shop, String(request.body ?? ''))
    if (typeof order === 'string') return refusal(order)
    const { operation, kopecks } = order
    const fault = shop.faults.takeFault('refund_answer', operation.inv_id)
    if (fault) return sendBrokenAnswer(reply, fault)
    if (shop.faults.takeFault('refund_no_funds', operation.inv_id)) return refusal('NotEnoughOperationFunds')
    const orderedKopecks = [...shop.refunds.values()]
      .filter((refund) => refund.op_key === operation.op_key && refund.label !== 'canceled')
      .reduce((sum, refund) => sum + refund.kopecks, 0)
    if (orderedKopecks >= shop.movements.taken(operation.op_key)) return refusal('AlreadyRefunded')
    if (orderedKopecks + kopecks > operation.amount_kopecks) return refusal('NotEnoughOperationFunds')
    const refund: Refund = {
      request_id: randomUUID(),
      op_key: operation.op_key,
      kopecks,
      label: 'processing',
    }
    shop.refunds.set(refund.request_id, refund)
    shop.onChange()
    finishLater(shop, operation, refund)
    if (shop.faults.takeFault('refund_answer_lost', operation.inv_id)) {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    return { success: true, requestId: refund.request_id, message: null }
  }
}

/** Finishes a refund on the provider's clock, unless a fault cancels it. */
export function finishLater(shop: Shop, operation: Operation, refund: Refund): void {
  const delayFault = shop.faults.takeFault('refund_processing', operation.inv_id)
  const cancelFault = shop.faults.takeFault('refund_canceled', operation.inv_id)
  shop.clock.runAfter(delayFault?.ms ?? 2_000, () => {
    refund.label = cancelFault ? 'canceled' : 'finished'
    if (!cancelFault) shop.movements.write('returned', operation, refund.kopecks, shop.clock.now())
    shop.onChange()
  })
}

const refusal = (message: string) => ({ success: false, requestId: null, message })

/**
 * Reads a refund order from a JWT.
 * @returns the order, or the error code if the order is refused
 */
function readOrder(shop: Shop, body: string): RefundOrder | string {
  const token = body.replace(/^"|"$/g, '')
  const [head = '', payload = '', signature = ''] = token.split('.')
  if (!shop.settings.password3) return 'RefundIsNotAllowed'
  const expected = createHmac('sha256', shop.settings.password3).update(`${head}.${payload}`).digest('hex')
  const actual = Buffer.from(signature, 'base64url').toString('hex')
  if (readPart(head)?.alg !== 'HS256' || !sameSignature(expected, actual)) return 'InvalidSignature'
  const { OpKey, RefundSum } = readPart(payload) ?? {}
  const operation = typeof OpKey === 'string' ? shop.operations.byKey(OpKey) : undefined
  if (!operation) return 'OperationNotFound'
  if (operation.state !== 100) return 'OperationIsNotCompleted'
  if (RefundSum === undefined) {
    return { operation, kopecks: operation.amount_kopecks - shop.movements.returned(operation.op_key) }
  }
  const kopecks = Math.round(Number(RefundSum) * 100)
  return kopecks > 0 ? { operation, kopecks } : 'InvalidRefundSum'
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
