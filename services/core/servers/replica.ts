import { limits } from '#contract/limits.ts'
import { connect, connectReaders, type Db, type ReaderOptions } from '#db/index.ts'
import { watchReplicaLag } from '#db/replay.ts'

/** A read replica of Postgres. Lists are read from it while its data are recent. */
export type Replica = {
  lists: Db
  searches: Db
  isFresh(): boolean
  close(): Promise<void>
}

/**
 * Milliseconds after which a query to the replica fails and is repeated on the primary database, for example because
 * the replica has just stopped.
 */
const replicaTimeoutMs = 5000

/** @param primary connection to the primary database, for short queries */
export function openReplica(url: string, primary: Db, options: ReaderOptions): Replica {
  const poolOptions = { ...options, queryTimeoutMs: replicaTimeoutMs }
  const lists = connectReaders(url, { ...poolOptions, max: 2 })
  const searches = connect(url, { ...poolOptions, max: 4 })
  const probe = connect(url, { max: 1, name: 'otklik-replica', queryTimeoutMs: limits.replica.behindMs })
  const replay = watchReplicaLag(primary, probe, limits.replica.behindMs)
  return {
    lists,
    searches,
    isFresh: replay.isFresh,
    async close() {
      await replay.stop()
      await Promise.all([lists, searches, probe].map((db) => db.destroy()))
    },
  }
}
