import { parseStartParam, pathOf } from '#contract/deep-links.ts'
import type { Launch } from '#web/start/launch.ts'

/** What Telegram's rules want to be reachable by a plain link. */
const open = ['/privacy', '/terms']

/**
 * The page the app opens on: the deep link of a new launch, followed once; else the address; else the personal
 * collection. Outside Telegram there is one page, besides the pages of law.
 */
export function firstPath(launch: Launch, address: string): string {
  const { pathname, search } = new URL(address)
  if (!launch.initData) return open.includes(pathname) ? pathname : '/not-telegram'
  if (launch.isFresh && launch.startParam) return pathOf(parseStartParam(launch.startParam))
  return pathname === '/' || pathname === '/not-telegram' ? '/search/personal' : pathname + search
}
