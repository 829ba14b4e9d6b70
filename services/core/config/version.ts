import { readFileSync } from 'node:fs'
import path from 'node:path'

const read = readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')

/** The release that this is; `package.json` is the one place that says it. */
export const version: string = (JSON.parse(read) as { version: string }).version
