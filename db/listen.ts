import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/**
 * Calls `onNotify` for each NOTIFY on the channel, and once after every (re)connection, because what was said
 * while the connection was away is lost. Reconnects by itself until the returned function stops it.
 */
export function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const finished = keepListening(url, channel, onNotify, stopping.signal)
  return async () => {
    stopping.abort()
    await finished
  }
}

const pause = { first: 100, max: 5000 }

async function keepListening(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  let delay = pause.first
  while (!stopping.aborted) {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      stopping.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', (notice) => onNotify(notice.payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      delay = pause.first
      onNotify('')
      await lost
    } catch {
      // The server is away: the next round tries again.
    }
    await client.end().catch(() => {})
    if (!stopping.aborted) await wait(delay, undefined, { signal: stopping }).catch(() => {})
    delay = Math.min(delay * 2, pause.max)
  }
}
