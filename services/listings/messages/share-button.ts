import type { InlineKeyboardButton } from 'grammy/types'
import type { DeepLink } from '#contract/deep-links.ts'
import { startParam } from '#contract/share-links.ts'
import { say } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'

/** Button that lets the reader choose a chat, in which inline mode then offers the listing's shared card. */
export function shareButton(reader: Recipient, link: DeepLink): InlineKeyboardButton {
  return {
    text: say(reader, 'button.share'),
    switch_inline_query_chosen_chat: {
      query: startParam(link),
      allow_user_chats: true,
      allow_group_chats: true,
      allow_channel_chats: true,
    },
  }
}
