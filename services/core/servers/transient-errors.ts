/** Messages of database driver errors that have no code: a connection broke or could not be opened. */
const lostConnection = /^Connection terminated|not queryable$|^timeout exceeded when trying to connect$/

/**
 * True for a temporary error, worth a retry: Postgres or the network is down, resources are exhausted, or a query timed
 * out.
 */
export function isTemporary(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return /^(ECONN|57P|57014|08|53)/.test(String(code ?? '')) || lostConnection.test(String(message ?? ''))
}

/** Fields of an error for the log: temporary errors as one sentence, others with their stack. */
export function errorFields(error: unknown): { reason: string } | { err: unknown } {
  return isTemporary(error) && error instanceof Error ? { reason: error.message } : { err: error }
}
