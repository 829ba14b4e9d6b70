import { ApiError } from '#web/client/http/http.ts'
import { isConnectionLost, onConnection, setConnectionLost } from '#web/client/http/network.ts'
import { queryClient } from '#web/client/query.ts'

/** Polling interval while the connection is lost. */
const checkMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

/** Any response means that the connection is back, whatever its status. */
async function checkConnection(): Promise<void> {
  clearTimeout(timer)
  const isBack = await fetch('/health/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  setConnectionLost(!isBack)
  if (!isBack) timer = setTimeout(() => void checkConnection(), checkMs)
}

function changed(): void {
  clearTimeout(timer)
  if (isConnectionLost()) timer = setTimeout(() => void checkConnection(), checkMs)
  else
    void queryClient.refetchQueries({
      type: 'active',
      predicate: (query) => query.state.error !== null || query.isStale(),
    })
}

/**
 * Detects a lost connection by the browser's events and by failed requests. `navigator.onLine` is unreliable
 * in WebViews, so only a successful request ends the offline state.
 */
export function watchConnection(): void {
  onConnection(changed)
  window.addEventListener('offline', () => setConnectionLost(true))
  window.addEventListener('online', () => void checkConnection())
  if (!navigator.onLine) void checkConnection()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action } = event
    // The response may have been sent before the connection was lost, so it is verified.
    if (action.type === 'success' && !action.manual && isConnectionLost()) void checkConnection()
    const error = action.type === 'failed' || action.type === 'error' ? action.error : null
    if (error instanceof ApiError && error.code === 'offline') setConnectionLost(true)
  })
}
