import { matchPath } from 'react-router-dom'
import { queryClient } from '#web/client/query.ts'
import { listingPage } from '#web/features/listings/queries.ts'
import { whenIdle } from '#web/parts/when-idle.ts'
import { routes } from './routes.tsx'

/** How long the rest of the application waits for what somebody may open next. */
const patienceMs = 5000

/** What is on its way to a screen that somebody may open. */
let coming: Promise<unknown> = Promise.resolve()

/** What a link leads to is asked for before anybody goes there; a failure is told by the screen itself. */
function bring(link: HTMLAnchorElement): void {
  const { pathname } = new URL(link.href)
  const [, kind, id] = /^\/(order|vacancy)\/(\d+)$/.exec(pathname) ?? []
  // The data first: the code is many files, and a browser asks for six at a time.
  const data =
    id && queryClient.prefetchQuery(listingPage(kind === 'order' ? 'order' : 'vacancy', Number(id)))
  const code = routes
    .find(({ path }) => matchPath(path, pathname))
    ?.load?.()
    .catch(() => undefined)
  coming = Promise.all([coming, data, code])
}

/** Resolves when nothing is on its way, also of what was touched meanwhile. */
async function rest(): Promise<void> {
  const seen = coming
  await seen
  if (seen !== coming) await rest()
}

/**
 * The first listing of a list while nothing else is to do, and whatever link a finger touches.
 * @param onRest is called when that has come: on a slow network nothing else shares its way
 */
export function bringAhead(onRest: () => void): () => void {
  let isLeft = false
  const rested = () => {
    if (!isLeft) onRest()
  }
  whenIdle(() => {
    const first = document.querySelector<HTMLAnchorElement>(
      'article a[href^="/order/"], article a[href^="/vacancy/"]',
    )
    if (first) bring(first)
    void Promise.race([rest(), new Promise((done) => setTimeout(done, patienceMs))]).then(rested)
  })
  const onTouch = ({ target }: PointerEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && link.origin === window.location.origin) bring(link)
  }
  document.addEventListener('pointerdown', onTouch, { passive: true })
  return () => {
    isLeft = true
    document.removeEventListener('pointerdown', onTouch)
  }
}
