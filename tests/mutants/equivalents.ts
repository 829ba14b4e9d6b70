/** A change after which the product behaves as before, so that no test can notice it. */
export interface Equivalent {
  file: string
  operator: string
  /** The line before and after the change, each run of white space as one space. */
  from: string
  to: string
  why: string
}

export const equivalents: Equivalent[] = [
  {
    file: 'services/api/session.ts',
    operator: 'shift boundary',
    from: 'if (entries.size > 10_000) entries.clear()',
    to: 'if (entries.size >= 10_000) entries.clear()',
    why: 'A memory that is emptied one entry earlier asks the database once more and answers the same.',
  },
  {
    file: 'services/api/session.ts',
    operator: 'double number',
    from: 'if (entries.size > 10_000) entries.clear()',
    to: 'if (entries.size > (10_000 * 2)) entries.clear()',
    why: 'The bound keeps memory small; what is remembered lives 30 s whatever the bound is.',
  },
  {
    file: 'services/listings/counts.ts',
    operator: 'shift boundary',
    from: 'if (known.size >= remembered) known.clear()',
    to: 'if (known.size > remembered) known.clear()',
    why: 'A memory that is emptied one entry later counts anew as after five seconds, with the same number.',
  },
  {
    file: 'services/api/idempotency.ts',
    operator: 'shift boundary',
    from: 'for (let waited = 0; waited < longestWaitMs; waited += pollMs) {',
    to: 'for (let waited = 0; waited <= longestWaitMs; waited += pollMs) {',
    why: 'One look more after ten seconds of waiting: the same refusal 50 ms later.',
  },
  {
    file: 'services/api/idempotency.ts',
    operator: 'number plus one',
    from: 'const pollMs = 50',
    to: 'const pollMs = (50 + 1)',
    why: 'Whoever waits for the first of two equal requests looks a millisecond later.',
  },
  {
    file: 'services/api/idempotency.ts',
    operator: 'number minus one',
    from: 'const pollMs = 50',
    to: 'const pollMs = (50 - 1)',
    why: 'Whoever waits for the first of two equal requests looks a millisecond earlier.',
  },
]
