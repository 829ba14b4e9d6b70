/**
 * A part of the product for mutation testing: the sources to mutate and the tests that cover them. Both are glob
 * patterns. The unit test of a source always runs too. Tests run in the order of their duration, so their order here
 * does not matter.
 */
export interface Area {
  sources: string[]
  tests: string[]
}

/** Returns the paths of tests from their names without folder and extension. */
export const api = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`)
export const workers = (...names: string[]) => names.map((name) => `tests/workers/${name}.test.ts`)
export const bot = (...names: string[]) => names.map((name) => `tests/bot/${name}.test.ts`)
