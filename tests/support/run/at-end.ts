type Cleanup = () => unknown

const cleanups: Cleanup[] = []

/**
 * Runs `end` after the test file, in reverse order of registration. Vitest silently ignores hooks that are registered
 * while a `beforeAll` runs.
 */
export function atEnd(cleanup: Cleanup): void {
  cleanups.push(cleanup)
}

/** @throws the first error, after all of them ran */
export async function endAll(): Promise<void> {
  const errors: unknown[] = []
  for (const cleanup of cleanups.splice(0).reverse()) {
    try {
      await cleanup()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
