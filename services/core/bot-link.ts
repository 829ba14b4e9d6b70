import type { DeepLink } from '#contract/deep-links.ts'
import { shareLink } from '#contract/share-links.ts'
import type { Config } from './config.ts'

/** The page's address for messages and other sites. Without a main mini-app the bot's chat is on the way. */
export function botLink(
  { BOT_USERNAME, BOT_HAS_MAIN_APP }: Config,
  link: DeepLink,
  origin = 'https://t.me',
): string {
  return shareLink(`${origin}/${BOT_USERNAME}`, link, BOT_HAS_MAIN_APP ? 'startapp' : 'start')
}
