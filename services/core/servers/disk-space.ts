/** Time for which an out-of-space error is remembered; errors repeat while the disk is full. */
const rememberMs = 30_000
/** Postgres error code: disk full. */
const diskFull = '53100'

/** Remembers whether Postgres had disk space. Reads work without it. */
export function watchDiskSpace() {
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    note(error: unknown): void {
      if ((error as { code?: unknown } | undefined)?.code === diskFull) fullAt = performance.now()
    },
    hasSpace: () => performance.now() - fullAt > rememberMs,
  }
}
