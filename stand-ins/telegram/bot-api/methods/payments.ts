import { unixNow } from '../../state/clock.ts'
import { appendMessage } from '../../state/messages.ts'
import { ensurePrivateChat } from '../../state/people.ts'
import type { Invoice } from '../../state/types.ts'
import { pushUpdate } from '../../state/updates.ts'
import { nextSerial, type World } from '../../state/world.ts'
import { badRequest } from '../errors.ts'
import { chatOf, type Methods } from '../method.ts'
import { list, number, type Params, text } from '../params.ts'
import { sendToChat } from './sending.ts'

export const payments: Methods = {
  createInvoiceLink: (world, params) => `https://t.me/$${createInvoice(world, params).slug}`,

  sendInvoice(world, params) {
    const chat = chatOf(world, params)
    const invoice = createInvoice(world, params)
    const message = sendToChat(world, chat, params, {
      invoice: {
        title: invoice.title,
        description: invoice.description,
        start_parameter: text(params, 'start_parameter') ?? '',
        currency: invoice.currency,
        total_amount: totalOf(invoice),
      },
      invoice_slug: invoice.slug,
    })
    invoice.chat_id = chat.id
    invoice.message_id = message.message_id
    return message
  },

  refundStarPayment(world, params) {
    const user_id = number(params, 'user_id')
    const chargeId = text(params, 'telegram_payment_charge_id')
    const payment = world.data.star_transactions.find(({ id, kind }) => id === chargeId && kind === 'payment')
    if (!payment || payment.user_id !== user_id) throw badRequest('CHARGE_NOT_FOUND')
    if (payment.refunded) throw badRequest('CHARGE_ALREADY_REFUNDED')
    const person = world.data.people[payment.user_id]
    if (!person) throw badRequest('user not found')
    payment.refunded = true
    person.stars += payment.amount
    world.data.bot_stars -= payment.amount
    world.data.star_transactions.push({ ...payment, kind: 'refund', date: unixNow() })
    const refunded_payment = {
      currency: 'XTR',
      total_amount: payment.amount,
      invoice_payload: payment.payload,
      telegram_payment_charge_id: payment.id,
    }
    const message = appendMessage(world, ensurePrivateChat(world, person.id), world.bot, { refunded_payment })
    pushUpdate(world, 'message', message)
    return true
  },

  getStarTransactions(world, params) {
    const offset = number(params, 'offset') ?? 0
    const transactions = world.data.star_transactions.slice(offset, offset + (number(params, 'limit') ?? 100))
    return {
      transactions: transactions.map(({ id, amount, date, user_id, payload, kind }) => {
        const user = { id: user_id, is_bot: false, first_name: world.data.people[user_id]?.first_name ?? '' }
        const partner = { type: 'user', transaction_type: 'invoice_payment', user, invoice_payload: payload }
        return { id, amount, date, [kind === 'payment' ? 'source' : 'receiver']: partner }
      }),
    }
  },

  getMyStarBalance: (world) => ({ amount: world.data.bot_stars }),
}

export const totalOf = (invoice: Invoice) => invoice.prices.reduce((sum, { amount }) => sum + amount, 0)

function createInvoice(world: World, params: Params): Invoice {
  const field = (name: string) => text(params, name) ?? ''
  const checkSize = (name: string, max: number, size: number) => {
    if (size < 1 || size > max) throw badRequest(`INVOICE_${name.toUpperCase()}_INVALID`)
  }
  checkSize('title', 32, field('title').length)
  checkSize('description', 255, field('description').length)
  checkSize('payload', 128, Buffer.byteLength(field('payload')))
  const prices = list<{ label: string; amount: number }>(params, 'prices') ?? []
  if (field('currency') !== 'XTR') throw badRequest('CURRENCY_INVALID')
  if (field('provider_token')) throw badRequest('PAYMENT_PROVIDER_INVALID')
  if (prices.length !== 1) throw badRequest('STARS_INVOICE_INVALID')
  if (!Number.isInteger(prices[0]?.amount) || Number(prices[0]?.amount) < 1)
    throw badRequest('CURRENCY_TOTAL_AMOUNT_INVALID')
  const invoice: Invoice = {
    slug: `inv-${nextSerial(world)}`,
    title: field('title'),
    description: field('description'),
    payload: field('payload'),
    currency: 'XTR',
    prices,
    paid: false,
  }
  world.data.invoices[invoice.slug] = invoice
  return invoice
}
