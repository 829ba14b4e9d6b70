import type { InlineKeyboardButton } from 'grammy/types'
import { type DeepLink, pathOf, shareLink, startParam } from '#contract/deep-links.ts'
import type { Config } from '#services/core/config.ts'

/** A button that opens a page of the mini-app: in place in a private chat, by a t.me link in a group. */
export function openButton(
  config: Config,
  text: string,
  link: DeepLink,
  is_private: boolean,
): InlineKeyboardButton {
  if (!is_private) return { text, url: shareLink(config.BOT_USERNAME, link) }
  // A start parameter has no words for a section of a page or for one chat; an address has.
  const path = link.section || link.page === 'chat' ? pathOf(link) : `/?startapp=${startParam(link)}`
  return { text, web_app: { url: new URL(path, config.APP_ORIGIN).href } }
}
