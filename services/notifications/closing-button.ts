import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import { translate } from '#services/core/text/i18n.ts'

export const closingPress = /^v1:(close|reopen):([1-9]\d{0,14})$/

/** Closes a listing from the chat with the bot, or brings it back. */
export function closingButton(
  language: Language,
  act: 'close' | 'reopen',
  listing_id: number,
): InlineKeyboardButton {
  return { text: translate(language)(`message.button.${act}`), callback_data: `v1:${act}:${listing_id}` }
}
