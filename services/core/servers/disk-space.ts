/** Milliseconds for which an out-of-space error of Postgres is remembered. While the disk is full, the error recurs. */
const rememberMs = 30_000
/** Postgres error code: disk full. */
const diskFull = '53100'

/** Watches the errors of Postgres for a full disk. With a full disk writes fail, but reads still work. */
export function watchDiskSpace() {
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    note(error: unknown): void {
      if ((error as { code?: unknown } | undefined)?.code === diskFull) fullAt = performance.now()
    },
    hasSpace: () => performance.now() - fullAt > rememberMs,
  }
}
