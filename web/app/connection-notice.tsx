import { CloudCheck, CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#web/client/http/http.ts'
import {
  isConnectionLost,
  onConnection,
  setConnectionLost,
  useLostConnection,
} from '#web/client/http/network.ts'
import { currentLanguage } from '#web/client/i18n.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { clock } from '#web/features/listings/formats/moments.ts'
import styles from './connection-notice.module.css'

/** Polling interval while the connection is lost. */
const checkMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

/** Any response means that the connection is back, even an error response. */
async function checkConnection(): Promise<void> {
  clearTimeout(timer)
  const isBack = await fetch('/health/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  setConnectionLost(!isBack)
  if (!isBack) timer = setTimeout(() => void checkConnection(), checkMs)
}

function onConnectionChange(): void {
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
function watchConnection(): void {
  onConnection(onConnectionChange)
  window.addEventListener('offline', () => setConnectionLost(true))
  window.addEventListener('online', () => void checkConnection())
  if (!navigator.onLine) void checkConnection()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action } = event
    // A successful response may have been sent before the connection was lost, so the connection is checked again.
    if (action.type === 'success' && !action.manual && isConnectionLost()) void checkConnection()
    const error = action.type === 'failed' || action.type === 'error' ? action.error : null
    if (error instanceof ApiError && error.code === 'offline') setConnectionLost(true)
  })
}

watchConnection()

const lists = ['POST /api/users/freelancer_jobs', 'POST /api/projects', 'POST /api/vacancy']

/** Returns the time at which the list on the screen was loaded. `null` if the screen has no list. */
function listTime(): number | null {
  const activeQueries = queryClient.getQueryCache().findAll({ type: 'active' })
  const times = activeQueries
    .filter(({ queryKey, state }) => lists.includes(String(queryKey[0])) && state.data !== undefined)
    .map(({ state }) => state.dataUpdatedAt)
  return times.length > 0 ? Math.max(...times) : null
}

/** Notice above every screen while the device is offline. Loaded content stays readable. */
export default function ConnectionNotice() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isLost = useLostConnection()
  const isRestored = useRestoredNotice(isLost)
  if (!isLost && !isRestored) return <div role="status" />
  const Icon = isLost ? CloudOff : CloudCheck
  const time = isLost && pathname.startsWith('/search/') ? listTime() : null
  const offlineText =
    time === null ? t('offline.reading') : t('offline.list', { time: clock(currentLanguage(), time) })
  return (
    <div className={styles.line} role="status">
      <Icon className="i16" />
      <span className="ellipsis">{isLost ? offlineText : t('offline.back')}</span>
    </div>
  )
}

/** Returns true for the duration of a toast after the connection is back. */
function useRestoredNotice(isLost: boolean): boolean {
  const [state, setState] = useState<'never' | 'lost' | 'back'>('never')
  useEffect(() => {
    if (isLost) return setState('lost')
    setState((previousState) => (previousState === 'lost' ? 'back' : previousState))
    const timer = setTimeout(() => setState('never'), limits.toast.ms)
    return () => clearTimeout(timer)
  }, [isLost])
  return state === 'back'
}
