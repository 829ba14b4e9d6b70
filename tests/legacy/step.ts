/** Ids that the replayed requests refer to, by the names that the steps assign. */
export type World = Record<string, number> & { [Who in Name]: number }
/** Anna is a client, Boris works for her, Vera and Gleb are further people, Olga is the admin. */
export type Name = 'anna' | 'boris' | 'vera' | 'gleb' | 'olga'

export type Fields = Record<string, unknown>

/** One call of the specification as an existing client sends it, with its expected result. */
export type Step = {
  /** Method and path in the specification's spelling. */
  call: string
  /** Sender; absent before the login. */
  as?: Name
  /** Value for the placeholder of the path. */
  id?: (world: World) => number
  query?: (world: World) => Fields
  body?: (world: World) => Fields
  /** Content of a multipart file. */
  file?: () => { name: string; bytes: Buffer }
  /** Expected reply. */
  answer: unknown | ((world: World) => unknown)
  /** Values of the reply to remember: name and path of each. */
  keep?: Record<string, string>
  /** Expected result of a later read, by default by the same person. */
  effect?: Effect
  /** Act of others afterwards, outside the specification: a payment arrives, a moderator decides. */
  meanwhile?: Meanwhile
}

export type Meanwhile = 'phone of boris' | 'publication of order' | 'publication of vacancy'

export type Effect = {
  read: (world: World) => string
  as?: Name
  expected: unknown | ((world: World) => unknown)
}

/** Resolves an expectation that may depend on remembered ids. */
export function resolveExpected(expected: unknown, world: World): unknown {
  return typeof expected === 'function' ? expected(world) : expected
}
