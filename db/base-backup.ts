import { Readable } from 'node:stream'
import pg from 'pg'

/** Positions in the write-ahead log where a base backup starts and ends. */
export interface BackupSpan {
  start_lsn: string
  end_lsn: string
  timeline: number
}

type WireConnection = { query(text: string): void; stream: Readable }
type Row = { fields: (string | null)[] }

/**
 * Copies a running database server as one tar archive, from which Postgres can be started. The copy uses the
 * replication command of pg_basebackup. The archive includes the WAL that the server writes during the copy, so no
 * other file is needed.
 * @param url of a role with the replication right
 * @returns the archive, and its positions in the WAL once the archive was read to the end
 */
export async function baseBackup(
  url: string,
  label: string,
): Promise<{ tar: Readable; span: Promise<BackupSpan> }> {
  // A replication connection to a database, not to the server, needs no `replication` line in pg_hba.conf.
  const options = { connectionString: url, replication: 'database', application_name: 'otklik-backup' }
  const client = new pg.Client(options as pg.ClientConfig)
  await client.connect()
  const query = new CopyQuery(
    `BASE_BACKUP (LABEL '${label.replaceAll("'", '')}', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`,
  )
  client.on('error', (error) => query.handleError(error))
  client.query(query as unknown as pg.Submittable)
  const span = query.span.finally(() => client.end())
  // The reader of the archive gets the same error. This empty handler only keeps Node from reporting it as unhandled.
  span.catch(() => {})
  return { tar: query.tar, span }
}

/**
 * Adapter for the command BASE_BACKUP, which `pg` does not support. The client of `pg` calls the methods, so their
 * names are prescribed.
 */
class CopyQuery {
  readonly tar: Readable
  readonly span: Promise<BackupSpan>
  #wire: WireConnection | undefined
  #rows: (string | null)[][] = []
  #archives = 0
  #settle!: { resolve: (span: BackupSpan) => void; reject: (error: Error) => void }
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.tar = new Readable({ read: () => this.#wire?.stream.resume() })
    this.span = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  submit(wire: WireConnection): void {
    this.#wire = wire
    wire.query(this.#text)
  }

  handleDataRow({ fields }: Row): void {
    this.#rows.push(fields.map((field) => field?.toString() ?? null))
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const [kind] = chunk.subarray(0, 1).toString('latin1')
    if (kind === 'n' && ++this.#archives > 1) throw new Error('a server with tablespaces cannot be copied')
    // The chunk is copied, because `pg` reuses its buffer.
    if (kind === 'd' && !this.tar.push(Buffer.from(chunk.subarray(1)))) this.#wire?.stream.pause()
  }

  handleReadyForQuery(): void {
    this.tar.push(null)
    const [start, end] = [this.#rows.at(0), this.#rows.at(-1)]
    this.#settle.resolve({
      start_lsn: start?.[0] ?? '',
      end_lsn: end?.[0] ?? '',
      timeline: Number(end?.[1]),
    })
  }

  handleError(error: Error): void {
    this.tar.destroy(error)
    this.#settle.reject(error)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
}

const segmentBytes = 16n * 1024n * 1024n
const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0')

/** Name of the WAL file that contains a position such as 0/3000028. */
export function segmentOf({ start_lsn, timeline }: Pick<BackupSpan, 'start_lsn' | 'timeline'>): string {
  const [high = '0', low = '0'] = start_lsn.split('/')
  return hex(BigInt(timeline)) + hex(BigInt(`0x${high}`)) + hex(BigInt(`0x${low}`) / segmentBytes)
}
