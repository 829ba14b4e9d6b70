import { matchPath } from 'react-router-dom'
import { queryClient } from '#web/client/query.ts'
import { listingPage } from '#web/features/listings/queries.ts'
import { routes } from './routes.tsx'

/** What a link leads to is asked for before anybody goes there; a failure is told by the screen itself. */
function bring(link: HTMLAnchorElement): void {
  const { pathname } = new URL(link.href)
  routes
    .find(({ path }) => matchPath(path, pathname))
    ?.load?.()
    .catch(() => undefined)
  const [, kind, id] = /^\/(order|vacancy)\/(\d+)$/.exec(pathname) ?? []
  if (id) void queryClient.prefetchQuery(listingPage(kind === 'order' ? 'order' : 'vacancy', Number(id)))
}

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run, 500)

/** The first listing of a list while nothing else is to do, and whatever link a finger touches. */
export function bringAhead(): () => void {
  whenIdle(() => {
    const first = document.querySelector<HTMLAnchorElement>(
      'article a[href^="/order/"], article a[href^="/vacancy/"]',
    )
    if (first) bring(first)
  })
  const onTouch = ({ target }: PointerEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && link.origin === window.location.origin) bring(link)
  }
  document.addEventListener('pointerdown', onTouch, { passive: true })
  return () => document.removeEventListener('pointerdown', onTouch)
}
