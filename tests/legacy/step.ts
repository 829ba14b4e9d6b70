/** People, listings and everything else that the replayed requests name, by the names the steps give them. */
export type World = Record<string, number> & { [Who in Name]: number }
/** Anna gives work, Boris takes it, Vera and Gleb are there too, Olga administers. */
export type Name = 'anna' | 'boris' | 'vera' | 'gleb' | 'olga'

export type Fields = Record<string, unknown>

/** One call of the specification as an existing client sends it, and what it must come to. */
export type Step = {
  /** Method and path as the specification spells them. */
  call: string
  /** Who sends it; nobody before the login. */
  as?: Name
  /** What stands for the placeholder of the path. */
  id?: (world: World) => number
  query?: (world: World) => Fields
  body?: (world: World) => Fields
  /** Bytes of a multipart file. */
  file?: () => { name: string; bytes: Buffer }
  /** What the client reads from the answer. */
  answer: unknown | ((world: World) => unknown)
  /** Names under which values of the answer are remembered, with the path to each. */
  keep?: Record<string, string>
  /** What a following read by the same person shows. */
  effect?: Effect
  /** What others do meanwhile, in ways that the specification does not name: money comes, moderators decide. */
  meanwhile?: Meanwhile
}

export type Meanwhile = 'phone of boris' | 'publication of order' | 'publication of vacancy'

export type Effect = {
  read: (world: World) => string
  as?: Name
  shows: unknown | ((world: World) => unknown)
}

/** An expectation that may name the world. */
export function of(expected: unknown, world: World): unknown {
  return typeof expected === 'function' ? expected(world) : expected
}
