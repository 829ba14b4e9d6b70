import pg from 'pg'

/** What a server has said of the columns of a statement, in the words of the result that was made from it. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** What a `pg` query asks of its connection. */
type Connection = Record<'bind' | 'describe' | 'execute' | 'parse' | 'close', (message: object) => void> & {
  sync(): void
  flush(): void
  parsedStatements: object
  submittedNamedStatements: object
}

/** What `pg` keeps in a query besides what it promises. */
type Inner = {
  _result: Columns
  _accumulateRows: boolean
  handleRowDescription(message: object): void
  prepare(connection: Connection): void
}
const inner = pg.Query.prototype as unknown as Inner

/** Of one connection: columns by the name of their statement, and the connection as it is asked where they are known. */
type Known = { columns: Map<string, Columns>; quiet: Connection }
const known = new WeakMap<Connection, Known>()

function knownOf(connection: Connection): Known {
  const found = known.get(connection)
  if (found) return found
  const { parsedStatements, submittedNamedStatements } = connection
  const quiet: Connection = {
    ...{ parsedStatements, submittedNamedStatements, describe: () => {} },
    parse: (message) => connection.parse(message),
    bind: (message) => connection.bind(message),
    execute: (message) => connection.execute(message),
    close: (message) => connection.close(message),
    sync: () => connection.sync(),
    flush: () => connection.flush(),
  }
  const made = { columns: new Map<string, Columns>(), quiet }
  known.set(connection, made)
  return made
}

type Named = { name: string; text: string; values: unknown[] }
type Answered = (error: Error | undefined, result: pg.ResultBuilder) => void

/**
 * A statement with a name has the same columns for as long as its connection lasts: a server that would change them
 * refuses it. So they are asked for once, and not written and read with every answer.
 */
export class NamedQuery extends pg.Query {
  readonly #name: string
  #columns: Map<string, Columns> | undefined

  constructor(named: Named, answered: Answered) {
    super(named, answered)
    this.#name = named.name
  }

  prepare(connection: Connection): void {
    const { columns, quiet } = knownOf(connection)
    const told = columns.get(this.#name)
    this.#columns = told ? undefined : columns
    if (told) this.#takeAsTold(told)
    inner.prepare.call(this, told ? quiet : connection)
  }

  #takeAsTold({ fields, _parsers, _prebuiltEmptyResultObject }: Columns): void {
    const own = this as unknown as Inner
    own._result.fields = fields
    own._result._parsers = _parsers
    own._result._prebuiltEmptyResultObject = _prebuiltEmptyResultObject
    own._accumulateRows = true
  }

  handleRowDescription(message: object): void {
    inner.handleRowDescription.call(this, message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = (this as unknown as Inner)._result
    this.#columns?.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
