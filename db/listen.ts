import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/**
 * Calls `onNotify` for each NOTIFY on a channel. Also calls it after each connection, because notifications during an
 * interruption are lost. Reconnects until the returned function is called.
 */
export function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const listening = keepListening(url, channel, onNotify, stopping.signal)
  return async () => {
    stopping.abort()
    await listening
  }
}

const reconnectMs = { first: 100, max: 5000 }

async function keepListening(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  stopSignal: AbortSignal,
): Promise<void> {
  let delay = reconnectMs.first
  while (!stopSignal.aborted) {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    const connectionLost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      stopSignal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', (notice) => onNotify(notice.payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      delay = reconnectMs.first
      onNotify('')
      await connectionLost
    } catch {
      // The database server is unavailable. The loop tries to connect again.
    }
    await client.end().catch(() => {})
    if (!stopSignal.aborted) await wait(delay, undefined, { signal: stopSignal }).catch(() => {})
    delay = Math.min(delay * 2, reconnectMs.max)
  }
}
