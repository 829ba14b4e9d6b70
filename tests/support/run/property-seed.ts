/**
 * A failed property test prints the seed of its random values. The variable PROPERTY_SEED repeats these values.
 * fast-check is loaded here only if the variable is set, because loading it slows every test file.
 */
const seed = process.env.PROPERTY_SEED
if (seed) (await import('fast-check')).configureGlobal({ seed: Number(seed) })

export {}
