const maxReports = 5
let reports = 0

/** Pattern of launch data, tokens and phone numbers, which are removed from error reports. */
const secrets =
  /(tgWebAppData|initData|hash|signature|token|bearer|phone)[=:\s"']+[^\s&"']+|\+?\d[\d\s()-]{8,}\d/gi
const removeSecrets = (text: string, length: number) => text.replace(secrets, '***').slice(0, length)

/**
 * Reports a script error to the operators. The number of reports per launch is limited, and a failed report is ignored.
 */
export function reportError(error: unknown): void {
  if (reports++ >= maxReports) return
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const body = {
    message: removeSecrets(message, 1000),
    stack: stack && removeSecrets(stack, 4000),
    page: window.location.pathname.slice(0, 200),
    agent: navigator.userAgent.slice(0, 300),
  }
  fetch('/api/app/client_error', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined)
}
