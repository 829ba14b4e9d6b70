/**
 * Messages of errors without a code, by which the database driver reports that a connection broke or could not be
 * opened.
 */
const lostConnection = /^Connection terminated|not queryable$|^timeout exceeded when trying to connect$/

/**
 * True for a temporary error after which a retry may succeed: Postgres or the network is down, resources are exhausted,
 * or a query timed out.
 */
export function isTemporary(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return /^(ECONN|57P|57014|08|53)/.test(String(code ?? '')) || lostConnection.test(String(message ?? ''))
}

/**
 * Returns the fields with which an error is logged: one sentence for a temporary error, the stack for any other error.
 */
export function errorFields(error: unknown): { reason: string } | { err: unknown } {
  return isTemporary(error) && error instanceof Error ? { reason: error.message } : { err: error }
}
