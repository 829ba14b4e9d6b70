type End = () => unknown

const ends: End[] = []

/**
 * Ends what a helper has opened when the test file is over, the last one first. Vitest takes no further hook while a
 * `beforeAll` runs, and says nothing.
 */
export function atEnd(end: End): void {
  ends.push(end)
}

/** @throws what the first of them threw; all of them ran */
export async function endAll(): Promise<void> {
  const errors: unknown[] = []
  for (const end of ends.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
