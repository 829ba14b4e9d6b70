/** The code of a report comes when there is something to report: without a network nothing could be sent anyway. */
export function report(error: unknown): void {
  void import('./report-error.ts').then(
    ({ reportError }) => reportError(error),
    () => undefined,
  )
}

export function watchErrors(): void {
  window.addEventListener('error', (event) => report(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => {
    // A refused call is shown to the person where it happened; the server has it in its log.
    if (!(event.reason instanceof Error) || event.reason.name !== 'ApiError') report(event.reason)
  })
}
