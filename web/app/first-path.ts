import type { BootState } from '#web/start/boot-state.ts'
import { storeIfPossible } from '#web/start/session/storage.ts'

/** Paths of the pages that must be available outside Telegram. Telegram's rules require this. */
const publicPaths = ['/privacy', '/terms']

const savedPath = 'otklik:path'

/** Stores the current path, for clients that reload the frame with its initial URL. */
export const rememberPath = (path: string): boolean => storeIfPossible(sessionStorage, savedPath, path)
export const lastPath = (): string | null => sessionStorage.getItem(savedPath)

/**
 * Returns the first path of the app: the deep link of a new launch (once), else the URL, else the path before a reload,
 * else the feed. Outside Telegram only one page and the legal documents are available.
 */
export function firstPath(
  { launch, linkedPath }: Pick<BootState, 'launch' | 'linkedPath'>,
  url: string,
  pathBeforeReload: string | null = null,
): string {
  const { pathname, search } = new URL(url)
  if (!launch.initData) return publicPaths.includes(pathname) ? pathname : '/not-telegram'
  if (linkedPath) return linkedPath
  if (pathname !== '/' && pathname !== '/not-telegram') return pathname + search
  return (!launch.isFresh && pathBeforeReload) || '/search/personal'
}
