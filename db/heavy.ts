import { sql } from 'kysely'
import { connect, type Db, type Tx } from './index.ts'

/**
 * Runs slow reads in a read-only transaction. Each statement may take `longestMs`, and is cancelled when `clientGone`
 * signals that the client has disconnected. Connections shared by several readers are unsuitable, because a cancel
 * stops any statement that runs on the connection. Connections for writing are unsuitable too, because writers would
 * wait for the read.
 * @param db a pool for slow reads only
 */
export async function runSlowRead<T>(
  db: Db,
  { url, clientGone, longestMs = 3000 }: { url: string; clientGone: AbortSignal; longestMs?: number },
  readRows: (tx: Tx) => Promise<T>,
): Promise<T> {
  clientGone.throwIfAborted()
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        select set_config('statement_timeout', ${String(longestMs)}, true), pg_backend_pid() as pid`.execute(
        tx,
      )
      let cancelling: Promise<void> | undefined
      const cancel = () => {
        cancelling = cancelStatement(url, rows[0]?.pid ?? 0)
      }
      clientGone.addEventListener('abort', cancel, { once: true })
      try {
        clientGone.throwIfAborted()
        return await readRows(tx)
      } finally {
        clientGone.removeEventListener('abort', cancel)
        // Without this wait, a late cancel would stop the next statement on the connection.
        await cancelling
      }
    })
}

/**
 * Cancels the running statement of a connection. The cancel has a connection of its own, because slow reads may hold
 * all connections of the pool.
 */
async function cancelStatement(url: string, pid: number): Promise<void> {
  const control = connect(url, { max: 1, name: 'otklik-cancel' })
  await sql`select pg_cancel_backend(${pid})`
    .execute(control)
    .catch(() => {})
    .finally(() => control.destroy())
}
