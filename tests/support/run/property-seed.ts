/**
 * A failed property prints the seed of its random values; PROPERTY_SEED repeats them. Only then the library is loaded
 * for every test file.
 */
const seed = process.env.PROPERTY_SEED
if (seed) (await import('fast-check')).configureGlobal({ seed: Number(seed) })

export {}
