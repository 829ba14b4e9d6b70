type Found<T> = T | undefined | null | false

/** Polls `look` until it finds something. Fails with the last value seen. */
export async function eventually<T>(look: () => Found<T> | Promise<Found<T>>, ms = 20_000): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`nothing came within ${ms} ms: ${look}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
