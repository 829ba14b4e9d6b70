type MaybeFound<T> = T | undefined | null | false

/** Repeats `find` until it finds something. Fails with the last value after `ms` milliseconds. */
export async function eventually<T>(
  find: () => MaybeFound<T> | Promise<MaybeFound<T>>,
  ms = 60_000,
): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const result = await find()
    if (result) return result
    if (Date.now() > deadline) throw new Error(`nothing came within ${ms} ms: ${find}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
