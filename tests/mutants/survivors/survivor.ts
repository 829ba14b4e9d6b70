/** A change of the code that tests once missed, with the tests that must now detect it. */
export interface Survivor {
  name: string
  /** Damage that the change would do to the people who use the product. */
  hurts: string
  file: string
  /** Text that the change replaces. It must occur exactly once in the file. */
  before: string
  after: string
  /** Test files, run in this order until one fails. */
  tests: string[]
}

/**
 * Applies the change to a source.
 * @throws if the text to replace does not occur exactly once, because the code has changed and this entry must be
 * updated
 */
export function applySurvivor(source: string, { name, file, before, after }: Survivor): string {
  const times = source.split(before).length - 1
  if (times !== 1) throw new Error(`${name}: ${file} holds the text to change ${times} times, not once`)
  // The replacement is passed as a function, because `$` is special in a replacement string.
  return source.replace(before, () => after)
}
