/**
 * Sources to mutate by area, with the tests that cover them. Both are globs; unit tests beside a source always run.
 * Tests run in the order of their duration, so the order here does not matter.
 */
export interface Area {
  sources: string[]
  tests: string[]
}

/** File names under `tests/api`, `tests/workers` …, without extension. */
export const api = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`)
export const workers = (...names: string[]) => names.map((name) => `tests/workers/${name}.test.ts`)
export const bot = (...names: string[]) => names.map((name) => `tests/bot/${name}.test.ts`)
