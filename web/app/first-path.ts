import type { BootState } from '#web/start/boot-state.ts'
import { keep } from '#web/start/storage.ts'

/** What Telegram's rules want to be reachable by a plain link. */
const open = ['/privacy', '/terms']

const savedPath = 'otklik:path'

/** Where the person is, for a client that reloads the frame with the address it began with. */
export const rememberPath = (path: string): boolean => keep(sessionStorage, savedPath, path)
export const lastPath = (): string | null => sessionStorage.getItem(savedPath)

/**
 * The page the app opens on: the deep link of a new launch, followed once; else the address, or where the person was
 * before a reload; else the personal collection. Outside Telegram there is one page, besides the pages of law.
 */
export function firstPath(
  { launch, linkedPath }: Pick<BootState, 'launch' | 'linkedPath'>,
  address: string,
  left: string | null = null,
): string {
  const { pathname, search } = new URL(address)
  if (!launch.initData) return open.includes(pathname) ? pathname : '/not-telegram'
  if (linkedPath) return linkedPath
  if (pathname !== '/' && pathname !== '/not-telegram') return pathname + search
  return (!launch.isFresh && left) || '/search/personal'
}
