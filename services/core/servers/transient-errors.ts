/** What the driver says, without a code, of a connection that broke under a query or could not be had. */
const lostConnection = /^Connection terminated|not queryable$|^timeout exceeded when trying to connect$/

/**
 * Whether Postgres or the network went away, lacks room, memory or connections, or a question took too long: the same
 * may go well soon.
 */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return /^(ECONN|57P|57014|08|53)/.test(String(code ?? '')) || lostConnection.test(String(message ?? ''))
}

/** How an error stands in the log: known trouble in one sentence, what nobody expected with its stack. */
export function asLogged(error: unknown): { reason: string } | { err: unknown } {
  return isPassing(error) && error instanceof Error ? { reason: error.message } : { err: error }
}
