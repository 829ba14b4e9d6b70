type End = () => unknown

const ends: End[] = []

/**
 * Runs `end` after the test file, in reverse order of registration. Vitest silently ignores hooks that are registered
 * while a `beforeAll` runs.
 */
export function atEnd(end: End): void {
  ends.push(end)
}

/** @throws the first error, after all of them ran */
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
