import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkInvoice } from './invoice-check.ts'
import type { Operation } from './operations.ts'
import { closedPage, errorPage, finishedPage, waitingPage } from './outcome-page.ts'
import { paymentPage } from './page.ts'
import { declineOperation, type Outcome, outcomes, payLate, payOperation, returnAddress } from './payments.ts'
import { requestFields } from './request-fields.ts'
import type { Shop } from './shop.ts'
import type { Culture } from './texts.ts'

type ByKey = { Params: { opKey: string } }
type Choice = ByKey & { Body: { action: Outcome } }

/** Web pages of the provider for the buyer. */
export function pageRoutes(app: FastifyInstance, shop: Shop): void {
  app.route({ method: ['GET', 'POST'], url: '/Merchant/Index.aspx', handler: open })
  app.post('/Merchant/Indexjson.aspx', openAsJson)
  app.get<ByKey>('/Merchant/Index/:opKey', (request, reply) => {
    const operation = shop.operations.byKey(request.params.opKey)
    return operation ? show(operation, reply) : sendRefusal(request, reply, 41)
  })
  const schema = {
    body: { type: 'object', required: ['action'], properties: { action: { enum: outcomes } } },
  }
  app.post<Choice>('/Merchant/Payment/:opKey', { schema }, handleChoice)

  function open(request: FastifyRequest, reply: FastifyReply) {
    const invoice = checkInvoice(shop, requestFields(request))
    if (typeof invoice === 'number') return sendRefusal(request, reply, invoice)
    const operation = shop.operations.open(invoice, shop.clock.now())
    return reply.redirect(`/Merchant/Index/${operation.op_key}`, 303)
  }

  function openAsJson(request: FastifyRequest, reply: FastifyReply) {
    const invoice = checkInvoice(shop, requestFields(request))
    if (typeof invoice === 'number') {
      return reply.send({ invoiceID: null, errorCode: invoice, errorMessage: `Error ${invoice}` })
    }
    return reply.send({ invoiceID: shop.operations.open(invoice, shop.clock.now()).op_key, errorCode: 0 })
  }

  function show(operation: Operation, reply: FastifyReply) {
    const { merchant } = shop.settings
    const html =
      operation.state === 5
        ? paymentPage(operation, merchant)
        : finishedPage(operation, merchant, returnAddress(shop, operation))
    return reply.type('text/html').header('cache-control', 'no-store').send(html)
  }

  async function handleChoice(request: FastifyRequest<Choice>, reply: FastifyReply) {
    const operation = shop.operations.byKey(request.params.opKey)
    if (!operation) return sendRefusal(request, reply, 41)
    const { action } = request.body
    const { merchant } = shop.settings
    if (action === 'close' || action === 'late') {
      const address = returnAddress(shop, operation)
      reply.type('text/html')
      if (action === 'close') return closedPage(operation, merchant, address)
      return waitingPage(operation, merchant, address, payLate(shop, operation))
    }
    if (action === 'decline') declineOperation(shop, operation)
    else {
      const isExpired = operation.expires_at !== null && operation.expires_at <= shop.clock.now()
      if (isExpired && operation.state === 5) return sendRefusal(request, reply, 33)
      await payOperation(shop, operation)
      if (operation.state === 5) return sendRefusal(request, reply, 40)
    }
    return reply.redirect(returnAddress(shop, operation), 303)
  }

  function sendRefusal(request: FastifyRequest, reply: FastifyReply, code: Parameters<typeof errorPage>[0]) {
    const language = requestFields(request)?.Culture ?? request.headers['accept-language'] ?? 'ru'
    const culture: Culture = language.toLowerCase().startsWith('en') ? 'en' : 'ru'
    return reply.code(400).type('text/html').send(errorPage(code, culture))
  }
}
