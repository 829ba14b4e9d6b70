import type { DeepLink } from '#contract/deep-links.ts'
import { shareLink } from '#contract/share-links.ts'
import type { Config } from '#services/core/config/config.ts'

/**
 * Returns a link to a page of the mini-app, for messages and other sites. If the bot has no main mini-app, the link
 * leads into the bot's chat.
 */
export function botLink(
  { BOT_USERNAME, BOT_HAS_MAIN_APP }: Config,
  link: DeepLink,
  origin = 'https://t.me',
): string {
  return shareLink(`${origin}/${BOT_USERNAME}`, link, BOT_HAS_MAIN_APP ? 'startapp' : 'start')
}

/** Returns the bot's id, which is the beginning of its token. */
export function botIdOf({ config }: { config: Pick<Config, 'BOT_TOKEN'> }): number {
  return Number(config.BOT_TOKEN.split(':')[0])
}

/** True if a user name is that of the configured bot. Upper and lower case count as equal, as in Telegram. */
export function isOwnName({ BOT_USERNAME }: Pick<Config, 'BOT_USERNAME'>, username: string): boolean {
  return BOT_USERNAME.toLowerCase() === username.toLowerCase()
}
