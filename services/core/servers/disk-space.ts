/**
 * Milliseconds for which Postgres counts as out of disk space after such an error. While the disk is full, the error
 * recurs.
 */
const rememberMs = 30_000
/** Error code of Postgres for a full disk. */
const diskFull = '53100'

/** Remembers errors of Postgres about a full disk. While the disk is full, writes fail, but reads still work. */
export function watchDiskSpace() {
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    note(error: unknown): void {
      if ((error as { code?: unknown } | undefined)?.code === diskFull) fullAt = performance.now()
    },
    hasSpace: () => performance.now() - fullAt > rememberMs,
  }
}
