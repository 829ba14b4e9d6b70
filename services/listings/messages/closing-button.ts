import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import { translate } from '#services/core/text/i18n.ts'

export const closingPress = /^v1:(close|reopen):([1-9]\d{0,14})$/

/** Button that closes or reopens a listing in the bot's chat. */
export function closingButton(
  language: Language,
  act: 'close' | 'reopen',
  listing_id: number,
): InlineKeyboardButton {
  return { text: translate(language)(`message.button.${act}`), callback_data: `v1:${act}:${listing_id}` }
}
