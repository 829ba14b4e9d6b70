import { sql } from 'kysely'
import { connect, type Db, type Tx } from './index.ts'

/**
 * Runs reads that may be long in a read-only transaction of their own: each statement has `longestMs`, and the
 * one under way is cancelled when `gone` says that the client has left. Never over shared connections: a
 * cancel reaches whatever the connection is doing. Nor over those that write: they would wait for all of it.
 * @param db a pool that has nothing else to do
 */
export async function readHeavy<T>(
  db: Db,
  { url, gone, longestMs = 3000 }: { url: string; gone: AbortSignal; longestMs?: number },
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  gone.throwIfAborted()
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
      gone.addEventListener('abort', cancel, { once: true })
      try {
        gone.throwIfAborted()
        return await read(tx)
      } finally {
        gone.removeEventListener('abort', cancel)
        // The connection goes to others only when no cancel is on its way to it any more.
        await cancelling
      }
    })
}

/** Over a connection of its own: those of the pool may all be taken by what is to be ended. */
async function cancelStatement(url: string, pid: number): Promise<void> {
  const control = connect(url, { max: 1, name: 'otklik-cancel' })
  await sql`select pg_cancel_backend(${pid})`
    .execute(control)
    .catch(() => {})
    .finally(() => control.destroy())
}
