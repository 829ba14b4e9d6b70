type Cleanup = () => unknown

const cleanups: Cleanup[] = []

/**
 * Runs `cleanup` after the last test of the file. The last registered one runs first. Vitest ignores hooks without a
 * message if they are registered while a `beforeAll` runs.
 */
export function atEnd(cleanup: Cleanup): void {
  cleanups.push(cleanup)
}

/**
 * Runs all registered cleanups.
 * @throws the first error, after all cleanups ran
 */
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
