import { matchPath } from 'react-router-dom'
import { queryClient } from '#web/client/query.ts'
import { listingPage } from '#web/features/listings/queries.ts'
import { whenIdle } from '#web/parts/when-idle.ts'
import { routes } from './routes.tsx'

/** Longest time for which the remaining parts of the app wait until preloading ends. */
const timeoutMs = 5000

/** Resolves when every preload started so far has ended. */
let preloading: Promise<unknown> = Promise.resolve()

/** Preloads the target of a link. Errors are ignored here; the target screen reports them. */
function preload(link: HTMLAnchorElement): void {
  const { pathname } = new URL(link.href)
  const [, kind, id] = /^\/(order|vacancy)\/(\d+)$/.exec(pathname) ?? []
  // The page's data is requested before its code, because the code is many files and browsers send only six requests at
  // once.
  const data =
    id && queryClient.prefetchQuery(listingPage(kind === 'order' ? 'order' : 'vacancy', Number(id)))
  const code = routes.find(({ path }) => matchPath(path, pathname))?.load?.()
  preloading = Promise.all([preloading, data, code])
}

/** Resolves when no preloading is running. It also waits for preloading that starts during the wait. */
async function preloadingDone(): Promise<void> {
  const awaitedPreloading = preloading
  await awaitedPreloading
  if (awaitedPreloading !== preloading) await preloadingDone()
}

/**
 * Preloads the first listing of a list when the browser is idle, and the target of any link on touch.
 * @param onPreloaded called after the first preloading, so that slow networks are not shared
 */
export function preloadLikelyTargets(onPreloaded: () => void): () => void {
  let isLeft = false
  const onRested = () => {
    if (!isLeft) onPreloaded()
  }
  whenIdle(() => {
    const first = document.querySelector<HTMLAnchorElement>(
      'article a[href^="/order/"], article a[href^="/vacancy/"]',
    )
    if (first) preload(first)
    void Promise.race([preloadingDone(), new Promise((done) => setTimeout(done, timeoutMs))]).then(onRested)
  })
  const onTouch = ({ target }: PointerEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && link.origin === window.location.origin) preload(link)
  }
  document.addEventListener('pointerdown', onTouch, { passive: true })
  return () => {
    isLeft = true
    document.removeEventListener('pointerdown', onTouch)
  }
}
