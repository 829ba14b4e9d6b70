import { ApiError } from '#web/client/http.ts'
import { isConnectionLost, onConnection, setConnectionLost } from '#web/client/network.ts'
import { queryClient } from '#web/client/query.ts'

/** Between two questions whether the network is back. */
const askMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

/** Any answer at all means that there is a network, whatever the server says. */
async function ask(): Promise<void> {
  clearTimeout(timer)
  const isBack = await fetch('/health/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  setConnectionLost(!isBack)
  if (!isBack) timer = setTimeout(() => void ask(), askMs)
}

function changed(): void {
  clearTimeout(timer)
  if (isConnectionLost()) timer = setTimeout(() => void ask(), askMs)
  else
    void queryClient.refetchQueries({
      type: 'active',
      predicate: (query) => query.state.error !== null || query.isStale(),
    })
}

/**
 * The browser tells of a lost network at once, requests tell of what it has missed; in a WebView what it believes is
 * often wrong, so only an answer brings the network back.
 */
export function watchConnection(): void {
  onConnection(changed)
  window.addEventListener('offline', () => setConnectionLost(true))
  window.addEventListener('online', () => void ask())
  if (!navigator.onLine) void ask()
  queryClient.getQueryCache().subscribe((told) => {
    if (told.type !== 'updated') return
    const { action } = told
    // What came may have been on its way already when the network went.
    if (action.type === 'success' && !action.manual && isConnectionLost()) void ask()
    const error = action.type === 'failed' || action.type === 'error' ? action.error : null
    if (error instanceof ApiError && error.code === 'offline') setConnectionLost(true)
  })
}
