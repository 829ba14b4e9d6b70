import { unixNow } from './clock.ts'
import { appendMessage, findMessage, getChat, publicMessage } from './messages.ts'
import { senderOf } from './people.ts'
import type { Button, Chat, Invoice, Message, Person } from './types.ts'
import { pushUpdate } from './updates.ts'
import { nextSerial, type PendingQuery, type World } from './world.ts'

const maxQueries = 10_000

type Answer = Record<string, unknown> | undefined

/**
 * Sends a query to the bot and waits at most `waitMs` milliseconds of scaled time. Returns undefined without an answer.
 */
function sendQuery(
  world: World,
  kind: PendingQuery['kind'],
  person: Person,
  waitMs: number,
): [string, Promise<Answer>] {
  const id = `${4_000_000_000_000 + nextSerial(world)}`
  const answer = new Promise<Answer>((resolve) => {
    const cancelTimeout = world.clock.after(waitMs, () => resolve(undefined))
    const sendAnswer = (value: Record<string, unknown>) => {
      cancelTimeout()
      resolve(value)
    }
    // Limits the number of unanswered queries by deleting the oldest.
    if (world.pending.size >= maxQueries) world.pending.delete(world.pending.keys().next().value ?? '')
    world.pending.set(id, { kind, user_id: person.id, asked_at: world.clock.now(), resolve: sendAnswer })
  })
  return [id, answer]
}

export function pressCallback(
  world: World,
  person: Person,
  message: Message,
  button: Button,
  waitMs: number,
) {
  const [id, answer] = sendQuery(world, 'callback', person, waitMs)
  if (world.presses.size >= maxQueries) world.presses.delete(world.presses.keys().next().value ?? '')
  world.presses.set(id, { user_id: person.id, chat_id: message.chat.id, asked_at: world.clock.now() })
  pushUpdate(world, 'callback_query', {
    id,
    from: senderOf(person),
    message: publicMessage(message),
    chat_instance: String(message.chat.id),
    data: button.callback_data,
  })
  return { query_id: id, answer }
}

/**
 * Presses a button outside any chat. The button belongs to a message sent by inline mode, or to a message that Telegram
 * no longer has.
 */
export async function pressWithoutMessage(
  world: World,
  person: Person,
  { data, isInline }: { data: string; isInline: boolean },
  waitMs: number,
): Promise<Answer> {
  const [id, answer] = sendQuery(world, 'callback', person, waitMs)
  pushUpdate(world, 'callback_query', {
    id,
    from: senderOf(person),
    ...(isInline && { inline_message_id: `AgAAA${nextSerial(world)}` }),
    chat_instance: String(nextSerial(world)),
    data,
  })
  return await answer
}

/**
 * Creates the query of a mini-app that was opened by a button. The bot may answer the query once, with
 * `answerWebAppQuery`.
 */
export function openWebAppQuery(world: World, person: Person): string {
  return sendQuery(world, 'web_app', person, 0)[0]
}

export async function askInline(
  world: World,
  person: Person,
  query: string,
  waitMs: number,
): Promise<Answer> {
  const [id, answer] = sendQuery(world, 'inline', person, waitMs)
  pushUpdate(world, 'inline_query', { id, from: senderOf(person), query, offset: '', chat_type: 'sender' })
  return await answer
}

export type PayOutcome = 'paid' | 'failed' | 'cancelled' | 'pending'

/**
 * Pays an invoice with Stars. The bot has ten seconds to confirm; then the money moves and the bot gets an
 * update.
 */
export async function payInvoice(
  world: World,
  person: Person,
  invoice: Invoice,
): Promise<{ status: PayOutcome; reason?: string }> {
  const total_amount = invoice.prices.reduce((sum, { amount }) => sum + amount, 0)
  if (invoice.paid && invoice.message_id) return { status: 'failed', reason: 'The invoice is already paid' }
  if (person.stars < total_amount) return { status: 'failed', reason: 'Not enough Stars' }
  const [id, answer] = sendQuery(world, 'pre_checkout', person, 10_000)
  const commonFields = { currency: invoice.currency, total_amount, invoice_payload: invoice.payload }
  pushUpdate(world, 'pre_checkout_query', { id, from: senderOf(person), ...commonFields })
  const reply = await answer
  if (!reply) return { status: 'failed', reason: 'Payment timed out: the bot did not answer in 10 seconds' }
  if (reply.ok !== true) return { status: 'failed', reason: String(reply.error_message) }
  person.stars -= total_amount
  world.data.bot_stars += total_amount
  invoice.paid = true
  const chargeId = `stx${nextSerial(world)}`
  world.data.star_transactions.push({
    id: chargeId,
    amount: total_amount,
    date: unixNow(),
    user_id: person.id,
    payload: invoice.payload,
    refunded: false,
    kind: 'payment',
  })
  const notifyBot = () => {
    const successful_payment = {
      ...commonFields,
      telegram_payment_charge_id: chargeId,
      provider_payment_charge_id: chargeId,
    }
    const chat = getChat(world, invoice.chat_id ?? person.id)
    const invoiceMessage = invoice.message_id ? findMessage(world, chat.id, invoice.message_id) : undefined
    const body = {
      successful_payment,
      ...(invoiceMessage && { reply_to_message: publicMessage(invoiceMessage) }),
    }
    pushUpdate(world, 'message', appendMessage(world, chat, senderOf(person), body))
  }
  // The client may report the payment before the bot gets its update. The bot must rely on the update only.
  if (world.settings.paid_event_first) world.clock.after(1500, notifyBot)
  else notifyBot()
  world.bus.emit({ type: 'person', user_id: person.id })
  return { status: 'paid' }
}

/** Returns the button of a message by its row and column. */
export function buttonAt(message: Message, row: number, col: number): Button | undefined {
  return message.reply_markup?.inline_keyboard[row]?.[col]
}

export const isMember = (chat: Chat, person: Person) => chat.members.includes(person.id)
