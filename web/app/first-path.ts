import { parseStartParam, pathOf } from '#contract/deep-links.ts'
import type { Launch } from '#web/start/launch.ts'

/**
 * The page the app opens on: the deep link of a new launch, followed once; else the address; else the personal
 * collection. Outside Telegram there is one page.
 */
export function firstPath(launch: Launch, address: string): string {
  if (!launch.initData) return '/not-telegram'
  if (launch.isFresh && launch.startParam) return pathOf(parseStartParam(launch.startParam))
  const { pathname, search } = new URL(address)
  return pathname === '/' || pathname === '/not-telegram' ? '/search/personal' : pathname + search
}
