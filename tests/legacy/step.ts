/** Ids that the replayed requests use, by the name under which an earlier step stored them. */
export type World = Record<string, number> & { [Who in Name]: number }
/**
 * People in the replay. Anna is a client, Boris works for her, Olga is the admin; Vera and Gleb are two further people.
 */
export type Name = 'anna' | 'boris' | 'vera' | 'gleb' | 'olga'

export type Fields = Record<string, unknown>

/** One API call as an existing client sends it, with its expected answer. */
export type Step = {
  /** Method and path as the specification writes them. */
  call: string
  /** The person who sends the call; absent before the login. */
  as?: Name
  /** Value of the placeholder in the path. */
  id?: (world: World) => number
  query?: (world: World) => Fields
  body?: (world: World) => Fields
  /** File that is sent in a multipart body. */
  file?: () => { name: string; bytes: Buffer }
  /** Expected answer. */
  answer: unknown | ((world: World) => unknown)
  /** Values of the answer that later steps use: a name for each, with its path in the answer. */
  keep?: Record<string, string>
  /** Expected result of reading data after the call. By default the same person reads. */
  effect?: Effect
  /**
   * An action by others after the call that the specification does not describe, such as a payment or a moderator's
   * decision.
   */
  meanwhile?: Meanwhile
}

export type Meanwhile = 'phone of boris' | 'publication of order' | 'publication of vacancy'

export type Effect = {
  read: (world: World) => string
  as?: Name
  expected: unknown | ((world: World) => unknown)
}

/** Returns the expected value. If it is a function, calls it with the stored ids. */
export function resolveExpected(expected: unknown, world: World): unknown {
  return typeof expected === 'function' ? expected(world) : expected
}
