import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { cabinetRoutes } from './cabinet.ts'
import { controlRoutes } from './control.ts'
import { pageRoutes } from './page-routes.ts'
import { refundRoutes } from './refunds.ts'
import { requestFields } from './request-fields.ts'
import { persistState } from './saved-state.ts'
import { openShop, type RobokassaOptions, type Shop } from './shop.ts'
import { inquiryRoutes } from './state-inquiry.ts'

/**
 * Starts a payment provider that behaves like Robokassa and moves no money. It implements the provider's contract and
 * shares no code with the product. Tests in the same process with thousands of payments read and change the provider's
 * state in `shop`.
 * @throws in production
 */
export async function startRobokassa(
  options: RobokassaOptions,
): Promise<{ origin: string; shop: Shop; close: () => Promise<void> }> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('the Robokassa stand-in never runs in production')
  const shop = openShop(options)
  persistState(shop)
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  await app.register(formbody)
  app.addContentTypeParser(['application/jwt', 'text/plain'], { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  )
  recordExchanges(app, shop)
  pageRoutes(app, shop)
  inquiryRoutes(app, shop)
  refundRoutes(app, shop)
  controlRoutes(app, shop)
  cabinetRoutes(app, shop)
  const origin = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  const closeServer = async () => {
    shop.clock.clear()
    await app.close()
  }
  return { origin, shop, close: closeServer }
}

/** Records requests of the shop and of buyers. Requests of tests to the control API are not recorded. */
function recordExchanges(app: FastifyInstance, shop: Shop): void {
  const answers = new WeakMap<object, string>()
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('content-type')?.toString().startsWith('text/html')) return
    if (typeof payload === 'string') answers.set(request, payload.slice(0, 2_000))
  })
  app.addHook('onResponse', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (path.startsWith('/_')) return
    const fields = requestFields(request)
    const invoice = fields?.InvoiceID ?? fields?.InvId
    shop.journal.write({
      at: shop.clock.now(),
      direction: 'in',
      kind: path.split('/').at(-1) ?? path,
      inv_id: invoice === undefined ? null : Number(invoice),
      method: request.method,
      url: request.url,
      fields: fields ?? null,
      status: reply.statusCode,
      answer: answers.get(request) ?? '',
    })
  })
}
