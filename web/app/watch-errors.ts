import { queryClient } from '#web/client/query.ts'

/** The code of a report comes when there is something to report: without a network nothing could be sent anyway. */
export function report(error: unknown): void {
  void import('./report-error.ts').then(
    ({ reportError }) => reportError(error),
    () => undefined,
  )
}

/** Before that the guard of the page reports (web/start/guard.ts): each error is told once. */
const isStarted = () => document.documentElement.classList.contains('started')

/** A refused call is shown to the person where it happened, and the server has it in its log; what somebody called off is no error. */
const isOurs = (error: unknown) => !(error instanceof Error) || !/^(Api|Abort)Error$/.test(error.name)

export function watchErrors(): void {
  window.addEventListener('error', (event) => isStarted() && report(event.error ?? event.message))
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (isStarted() && isOurs(reason)) report(reason)
  })
  // A query shows its person "Ошибка", whatever went wrong in it.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isOurs(event.action.error))
      report(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isOurs(event.action.error))
      report(event.action.error)
  })
}
