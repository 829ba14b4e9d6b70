import type { DeepLink } from '#contract/deep-links.ts'
import { shareLink } from '#contract/share-links.ts'
import type { Config } from '#services/core/config/config.ts'

/** The page's address for messages and other sites. Without a main mini-app the bot's chat is on the way. */
export function botLink(
  { BOT_USERNAME, BOT_HAS_MAIN_APP }: Config,
  link: DeepLink,
  origin = 'https://t.me',
): string {
  return shareLink(`${origin}/${BOT_USERNAME}`, link, BOT_HAS_MAIN_APP ? 'startapp' : 'start')
}

/** The bot's own id, with which its token begins. */
export function botIdOf({ config }: { config: Pick<Config, 'BOT_TOKEN'> }): number {
  return Number(config.BOT_TOKEN.split(':')[0])
}

/** Whether the bot of the token is the one that the settings name; Telegram takes no notice of capitals. */
export function isOwnName({ BOT_USERNAME }: Pick<Config, 'BOT_USERNAME'>, username: string): boolean {
  return BOT_USERNAME.toLowerCase() === username.toLowerCase()
}
