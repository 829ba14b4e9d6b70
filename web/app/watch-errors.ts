import { queryClient } from '#web/client/query.ts'

/**
 * Reports an error. The code for reporting is loaded only when needed, because an offline device could not send a
 * report anyway.
 */
export function reportErrorOnce(error: unknown): void {
  void import('./report-error.ts').then(
    ({ reportError }) => reportError(error),
    () => undefined,
  )
}

/**
 * True once the app has started. Until then the page's guard (web/start/failures/guard.ts) reports errors instead, so
 * that each error is reported once.
 */
const isStarted = () => document.documentElement.classList.contains('started')

/**
 * Returns false for a refused call, which is shown to the user and logged by the server, and for an aborted call, which
 * is no error.
 */
const isReportable = (error: unknown) => !(error instanceof Error) || !/^(Api|Abort)Error$/.test(error.name)

export function watchErrors(): void {
  window.addEventListener('error', (event) => isStarted() && reportErrorOnce(event.error ?? event.message))
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (isStarted() && isReportable(reason)) reportErrorOnce(reason)
  })
  // The user sees only a general error of a failed query, so unexpected errors of queries are reported here.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isReportable(event.action.error))
      reportErrorOnce(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isReportable(event.action.error))
      reportErrorOnce(event.action.error)
  })
}
