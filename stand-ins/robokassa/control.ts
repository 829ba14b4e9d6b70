import type { FastifyInstance } from 'fastify'
import { brokenAnswers, type Fault, faultKinds } from './faults.ts'
import { checkInvoice } from './invoice-check.ts'
import { declineOperation, type Outcome, outcomes, payLate, payOperation, returnAddress } from './payments.ts'
import { noticePublicKey } from './result-notices.ts'
import type { Shop } from './shop.ts'

interface ControlRequest {
  seed?: number
  /** If given, these faults replace all planned faults. */
  faults?: Fault[]
  clock_scale?: number
  advance_ms?: number
  /** Settings of the shop's cabinet. */
  result_url?: string
  success_url?: string
  fail_url?: string
  result_method?: 'GET' | 'POST'
  result_url2?: string
  logs_test_operations?: boolean
}

const number = { type: 'number', minimum: 0 }
const text = { type: 'string' }
const fault = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { enum: faultKinds },
    how: { enum: brokenAnswers },
    inv_id: { type: 'integer' },
    times: number,
    probability: number,
    ms: number,
    count: number,
    out_sum: text,
    code: { type: 'integer' },
    from: number,
    to: number,
  },
}
const controlSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    seed: number,
    faults: { type: 'array', items: fault },
    clock_scale: { type: 'number', exclusiveMinimum: 0 },
    advance_ms: number,
    result_url: text,
    success_url: text,
    fail_url: text,
    result_method: { enum: ['GET', 'POST'] },
    result_url2: text,
    logs_test_operations: { type: 'boolean' },
  },
}
const paySchema = {
  type: 'object',
  additionalProperties: false,
  properties: { InvId: { type: 'integer' }, payment_url: text, outcome: { enum: outcomes } },
}

/** Control API for tests: plan faults, move the clock, pay without a browser, read money movements and the journal. */
export function controlRoutes(app: FastifyInstance, shop: Shop): void {
  app.post<{ Body: ControlRequest }>('/_control', { schema: { body: controlSchema } }, ({ body }) => {
    const { seed, faults, clock_scale, advance_ms, ...cabinet } = body
    if (seed !== undefined) shop.faults.seed(seed)
    if (faults) shop.faults.plan(faults)
    if (clock_scale) shop.clock.setScale(clock_scale)
    if (advance_ms) shop.clock.advance(advance_ms)
    Object.assign(shop.settings, cabinet)
    return { faults: shop.faults.list(), now: shop.clock.now() }
  })

  type PayRequest = { InvId?: number; payment_url?: string; outcome?: Outcome }
  app.post<{ Body: PayRequest }>(
    '/_control/pay',
    { schema: { body: paySchema } },
    async ({ body }, reply) => {
      const invoice = body.payment_url
        ? checkInvoice(shop, Object.fromEntries(new URL(body.payment_url).searchParams))
        : undefined
      if (typeof invoice === 'number') return reply.code(400).send({ error_code: invoice })
      const operation = invoice
        ? shop.operations.open(invoice, shop.clock.now())
        : shop.operations.current(body.InvId ?? 0)
      if (!operation) return reply.code(404).send({ error: 'nobody has opened the page of this invoice' })
      if (body.outcome === 'decline') declineOperation(shop, operation)
      else if (body.outcome === 'late') payLate(shop, operation)
      else if (body.outcome !== 'close') await payOperation(shop, operation)
      return { operation, redirect_url: returnAddress(shop, operation) }
    },
  )

  // Changes the state of a completed operation: 60 refunds it, 80 suspends it.
  type StateChange = { InvId: number; state: 60 | 80 }
  app.post<{ Body: StateChange }>('/_control/reconsider', ({ body }, reply) => {
    const operation = shop.operations.current(body.InvId)
    if (!operation) return reply.code(404).send({ error: 'nobody has paid this invoice' })
    shop.operations.move(operation, body.state, shop.clock.now())
    if (body.state === 60)
      shop.movements.write('returned', operation, operation.amount_kopecks, shop.clock.now())
    return { operation }
  })

  app.get<{ Querystring: { inv_id?: string; kind?: string } }>('/_journal', ({ query }) =>
    shop.journal.read({ kind: query.kind, inv_id: query.inv_id ? Number(query.inv_id) : undefined }),
  )
  app.get('/_movements', () => shop.movements.summary())
  app.get('/_operations', () => shop.operations.listAll())
  app.get('/_public_key', (_, reply) => reply.type('text/plain').send(noticePublicKey()))

  app.post('/_reset', () => {
    shop.clock.reset()
    shop.faults.plan([])
    shop.operations.restore([])
    shop.movements.restore([])
    shop.journal.clear()
    shop.refunds.clear()
    shop.pendingPayments.clear()
    shop.heldResultCalls.length = 0
    shop.onChange()
    return { ok: true }
  })
}
