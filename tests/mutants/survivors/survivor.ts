/** A small change to the code that tests once missed, with the tests that must now detect it. */
export interface Survivor {
  name: string
  /** Harm of the change to the people of the marketplace. */
  hurts: string
  file: string
  /** Text to replace; it must occur exactly once in the file. */
  before: string
  after: string
  /** Test files, run until one fails. */
  tests: string[]
}

/** @throws if the text does not occur exactly once: the code has changed and the survivor must be updated */
export function applySurvivor(source: string, { name, file, before, after }: Survivor): string {
  const times = source.split(before).length - 1
  if (times !== 1) throw new Error(`${name}: ${file} holds the text to change ${times} times, not once`)
  // The replacement is a function, because `$` is special in a replacement string.
  return source.replace(before, () => after)
}
