import { queryClient } from '#web/client/query.ts'

/** Loads the reporting code only when needed; offline, a report could not be sent anyway. */
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
 * A refused call is shown to the user and logged by the server, and an aborted one is no error, so neither is
 * reported.
 */
const isReportable = (error: unknown) => !(error instanceof Error) || !/^(Api|Abort)Error$/.test(error.name)

export function watchErrors(): void {
  window.addEventListener('error', (event) => isStarted() && reportErrorOnce(event.error ?? event.message))
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (isStarted() && isReportable(reason)) reportErrorOnce(reason)
  })
  // Queries show a general error to the user, so their unexpected errors are reported here.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isReportable(event.action.error))
      reportErrorOnce(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isReportable(event.action.error))
      reportErrorOnce(event.action.error)
  })
}
