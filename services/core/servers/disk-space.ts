/** How long a refusal is remembered: on a full disk somebody else is refused meanwhile. */
const fullMs = 30_000
/** What Postgres says when a file of it cannot grow. */
const diskFull = '53100'

/** Whether Postgres took whatever a process wrote lately. Who only reads goes on where it has no room. */
export function watchRoom() {
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    note(error: unknown): void {
      if ((error as { code?: unknown } | undefined)?.code === diskFull) fullAt = performance.now()
    },
    isLeft: () => performance.now() - fullAt > fullMs,
  }
}
