import type { Button, Chat, InlineKeyboard, KeyboardButton, ReplyKeyboard } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { badRequest } from './errors.ts'
import { type Params, readObject } from './params.ts'

export interface Markup {
  inline?: InlineKeyboard
  reply?: ReplyKeyboard
  remove?: boolean
  force_reply?: boolean
}

const buttonKinds = [
  'url',
  'callback_data',
  'web_app',
  'login_url',
  'copy_text',
  'pay',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
] as const

/** Validates a call's `reply_markup` for the given chat. */
export function readMarkup(world: World, params: Params, chat: Chat, isInvoice = false): Markup {
  const markup = readObject<Record<string, unknown>>(params, 'reply_markup')
  if (!markup) return {}
  if (Array.isArray(markup.inline_keyboard)) {
    const rows = (markup.inline_keyboard as Button[][]).filter((row) => row.length > 0)
    if (rows.flat().length > 100) throw badRequest('REPLY_MARKUP_TOO_LONG')
    rows.forEach((row, y) => {
      row.forEach((button, x) => {
        checkInlineButton(world, button, chat, isInvoice && x === 0 && y === 0)
      })
    })
    return rows.length ? { inline: { inline_keyboard: rows } } : {}
  }
  if (Array.isArray(markup.keyboard)) {
    const rows = (markup.keyboard as (string | { text: string })[][]).map((row) =>
      row.map((button) => (typeof button === 'string' ? { text: button } : button)),
    )
    for (const button of rows.flat() as ReplyKeyboard['keyboard'][number]) {
      if (!button.text) throw badRequest('can\'t parse keyboard button: Can\'t find field "text"')
      if ((button.request_contact || button.web_app || button.request_chat) && chat.type !== 'private')
        throw badRequest(
          `${button.request_chat ? 'chats' : 'phone number'} can be requested in private chats only`,
        )
      checkRequestChat(button.request_chat)
      if (button.web_app) checkWebAppUrl(world, button.web_app.url, 'keyboard button')
    }
    return { reply: { ...(markup as unknown as ReplyKeyboard), keyboard: rows } }
  }
  return { remove: markup.remove_keyboard === true, force_reply: markup.force_reply === true }
}

function checkInlineButton(world: World, button: Button, chat: Chat, mayPay: boolean) {
  const problem = (text: string) => badRequest(`can't parse inline keyboard button: ${text}`)
  if (!button.text) throw problem('Can\'t find field "text"')
  const usedKinds = buttonKinds.filter((kind) => button[kind] !== undefined)
  if (usedKinds.length === 0) throw problem('Text buttons are unallowed in the inline keyboard')
  if (button.callback_data !== undefined) {
    const bytes = Buffer.byteLength(button.callback_data)
    if (bytes < 1 || bytes > 64) throw badRequest('BUTTON_DATA_INVALID')
  }
  if (button.web_app) {
    if (chat.type !== 'private') throw badRequest('BUTTON_TYPE_INVALID')
    checkWebAppUrl(world, button.web_app.url, 'inline keyboard button')
  }
  if (button.url !== undefined && !isUrl(button.url))
    throw badRequest(`inline keyboard button URL '${button.url}' is invalid: Wrong HTTP URL`)
  if (button.url !== undefined) checkPersonButton(world, button.url)
  if (button.copy_text && (button.copy_text.text.length < 1 || button.copy_text.text.length > 256))
    throw badRequest('BUTTON_COPY_TEXT_INVALID')
  if (button.pay && !mayPay) throw badRequest('BUTTON_POS_INVALID')
  if (button.style && !['danger', 'success', 'primary'].includes(button.style))
    throw problem('Invalid button style specified')
}

function checkRequestChat(request: KeyboardButton['request_chat']) {
  if (!request) return
  const problem = (text: string) => badRequest(`can't parse KeyboardButtonRequestChat: ${text}`)
  for (const field of ['request_id', 'chat_is_channel'] as const)
    if (request[field] === undefined) throw problem(`Can't find field "${field}"`)
  if (!Number.isInteger(request.request_id)) throw problem('Field "request_id" must be a valid Number')
}

/** Validates a button's link to a person's account. The person's privacy settings may forbid such a link. */
function checkPersonButton(world: World, url: string) {
  const id = /^tg:\/\/user\?id=(\d+)$/i.exec(url)?.[1]
  if (id === undefined) return
  const person = world.data.people[id]
  if (!person) throw badRequest('BUTTON_USER_INVALID')
  if (person.has_private_forwards) throw badRequest('BUTTON_USER_PRIVACY_RESTRICTED')
}

export function checkWebAppUrl(world: World, url: string, fieldName: string) {
  const parsedUrl = URL.parse(url)
  const isLoopback = parsedUrl && ['localhost', '127.0.0.1', '[::1]'].includes(parsedUrl.hostname)
  if (parsedUrl?.protocol === 'https:' || (isLoopback && !world.settings.strict_urls)) return
  const reason = parsedUrl ? 'Only HTTPS links are allowed' : 'Wrong HTTP URL'
  throw badRequest(`${fieldName} Web App URL '${url}' is invalid: ${reason}`)
}

const isUrl = (url: string) =>
  /^(https?|tg):\/\/[^\s]+$|^(t\.me|telegram\.me)\/\S+$|^[\w-]+(\.[\w-]+)+(\/\S*)?$/i.test(url)
