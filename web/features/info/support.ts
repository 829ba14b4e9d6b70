import { useQuery } from '@tanstack/react-query'
import { query } from '#web/client/query.ts'
import { launch, leaveForTelegram, openLink } from '#web/telegram/index.ts'

/**
 * URL that opens the bot's chat and asks there for the message to support.
 * @param appLink link of the mini-app
 */
export function supportUrl(appLink: string): string {
  const { origin, pathname } = new URL(appLink)
  return `${origin}${pathname}?start=support`
}

/** Returns a function that opens support in the bot's chat. It does nothing until the link is loaded. */
export function useSupport(): () => void {
  const { data } = useQuery(query('GET /api/app/telegram_link'))
  const open = launch.initData ? leaveForTelegram : openLink
  return () => data && open(supportUrl(data.url))
}
