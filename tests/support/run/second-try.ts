/**
 * Starts a new world for the second try of a test, because the first one left its people and orders behind. A file
 * without one has no second try.
 */
export const secondTry: { openNewWorld?: (() => Promise<void>) | undefined } = {}
