import type { Transformer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Context } from '#services/core/context.ts'
import { hashOf, noteDrawn } from '#services/notifications/outbox/drawn.ts'

type Edit = {
  chat_id?: number | string
  message_id?: number
  text?: string
  reply_markup?: { inline_keyboard?: InlineKeyboardButton[][] }
}

/**
 * Stores what a private message shows after an edit by the bot, so that the workers know whether an edit of theirs would
 * change anything. The hash is stored before the call: a worker that edits the message at the same time stores its own
 * hash after its edit, so that a hash never claims that an older drawing is the present one.
 */
export const trackEdits =
  ({ db }: Context): Transformer =>
  async (callApi, method, payload, signal) => {
    const { chat_id, message_id, text, reply_markup } = payload as Edit
    const isEdit = method === 'editMessageText' || method === 'editMessageReplyMarkup'
    if (!isEdit || typeof chat_id !== 'number' || chat_id < 0 || message_id === undefined)
      return callApi(method, payload, signal)
    const place = { chat_id, message_id }
    await noteDrawn(
      db,
      place,
      text === undefined ? null : hashOf({ text, keyboard: reply_markup?.inline_keyboard ?? [] }),
    )
    const forget = () => noteDrawn(db, place, null)
    const answer = await callApi(method, payload, signal).catch(async (error) => {
      await forget()
      throw error
    })
    if (!answer.ok && !answer.description.includes('message is not modified')) await forget()
    return answer
  }
