/** A small change to the code that no test noticed once, and the test that must notice it now. */
export interface Survivor {
  name: string
  /** Everyday harm of the change, as the people of the marketplace would feel it. */
  hurts: string
  file: string
  /** Stands exactly once in the file. */
  before: string
  after: string
  /** Files of tests: each of them is asked, until one notices. */
  tests: string[]
}

/** @throws when the file does not hold the text once: then the code has changed, and the survivor must follow it */
export function changed(source: string, { name, file, before, after }: Survivor): string {
  const times = source.split(before).length - 1
  if (times !== 1) throw new Error(`${name}: ${file} holds the text to change ${times} times, not once`)
  // A function, because `$` in a text for replacement has a meaning of its own.
  return source.replace(before, () => after)
}
