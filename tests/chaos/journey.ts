import { setTimeout as sleep } from 'node:timers/promises'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { World } from '#tests/support/servers/world.ts'
import { type Client, type Installation, newClient } from './client.ts'
import type { OrderPlan } from './plan.ts'

export interface PaidOrder {
  author: Client
  title: string
  listing_id: number
  invoice_id: number
}

export interface Message {
  message_id: number
  text?: string
  from: { is_bot: boolean }
  reply_markup?: { inline_keyboard: { text: string }[][] }
}

export const category_id = 101
export const moderator_id = 5_000_000_000_000_001
const timeoutMs = 60_000
const t = translatorFor('ru')

/** A category without subscribed freelancers. Orders of this category do not use up the hourly limit on messages. */
export const quiet_category_id = 201

export const newOrder = (title: string, category = category_id) => ({
  project_add: {
    title,
    subtitle: 'Нужен сайт с меню и бронированием',
    category_id: category,
    price: '25 000',
  },
})

/** Sells one order: fills in the form, pays, and has a moderator approve it. Retries while a server is unavailable. */
export async function sellOrder(
  world: World,
  title: string,
  plan: OrderPlan,
  category = category_id,
): Promise<PaidOrder> {
  const author = await newClient(world, 'Анна')
  await sleep(plan.starts_at_ms)
  const { id: listing_id } = await author.call<{ id: number }>(
    '/api/projects/create',
    newOrder(title, category),
  )
  const { payment_url, invoice_id } = await author.call<{ payment_url: string; invoice_id: number }>(
    '/pay/generate-payment-robokassa',
    { payment_type: 'project', project_id: listing_id },
  )
  const returnAddress = await payLink(world, payment_url, plan.pays_twice)
  // The browser's return from Robokassa's page to the product may fail, because nothing depends on it.
  if (plan.returns_to_app) await fetch(returnAddress, { redirect: 'manual' }).catch(() => undefined)
  await approveOrder(world, title)
  return { author, title, listing_id, invoice_id }
}

/**
 * Pays an invoice on the payment page, with two concurrent presses if `isTwice`.
 * @returns the address to which the payment page redirects the browser
 */
export async function payLink(world: Installation, payment_url: string, isTwice: boolean): Promise<string> {
  const pressPay = () => world.robokassa.post<{ redirect_url: string }>('/_control/pay', { payment_url })
  const presses = await Promise.allSettled(isTwice ? [pressPay(), pressPay()] : [pressPay()])
  // The second of two concurrent presses is refused, because the invoice is already paid.
  const completedPress = presses.find((result) => result.status === 'fulfilled')
  if (!completedPress) throw new Error(`nothing could be paid at ${payment_url}`)
  return completedPress.value.redirect_url
}

/** Presses Approve on the order's review card as this moderator, until the card shows the decision. */
export async function approveOrder(world: Installation, title: string, by = moderator_id): Promise<void> {
  const { moderators_chat_id: chat_id } = await world.telegram.get<{ moderators_chat_id: number }>('/config')
  const button = t('bot.moderation.button.approve')
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100)) {
    const cards = await readMessages(world, chat_id, title)
    const cardWithButtons = cards.find(({ reply_markup }) =>
      reply_markup?.inline_keyboard.flat().some(({ text }) => text === button),
    )
    if (cards.length > 0 && !cardWithButtons) return
    if (!cardWithButtons) continue
    const tapRequest = { chat_id, message_id: cardWithButtons.message_id, text: button, wait_ms: 3000 }
    // The bot may edit the card during the press. The loop then presses again.
    await world.telegram.post(`/users/${by}/tap`, tapRequest).catch(() => undefined)
  }
  throw new Error(`the moderators' card of "${title}" could not be decided`)
}

/** Returns the bot's messages in a chat that contain this text. */
export async function readMessages(world: Installation, chat_id: number, title: string): Promise<Message[]> {
  const path = `/messages?${new URLSearchParams({ chat_id: String(chat_id), text: title })}`
  const messages = await world.telegram.get<Message[]>(path)
  return messages.filter(({ from }) => from.is_bot)
}
