import { createRequire } from 'node:module'
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data/types'
import { floor } from './floor.ts'

/** Engines by the names of `@mdn/browser-compat-data`, each with the oldest version that counts. */
export type Engines = Partial<Record<BrowserName, string>>

// Not imported: Vite would write all 20 MB of it into the bundle of its own configuration.
export const { api, css, html, javascript }: CompatData = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
)

function isUpTo(version: string, limit: string): boolean {
  const parts = (text: string) => text.replace('≤', '').split('.').map(Number)
  const [own, most] = [parts(version), parts(limit)]
  for (const [at, part] of own.entries()) {
    const other = most[at] ?? 0
    if (part !== other) return part < other
  }
  return true
}

const isNamed = (version: unknown): version is string => typeof version === 'string' && version !== 'preview'

/** Whether a version has a thing under its own name and without a switch that somebody would have to find. */
function holds(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed } = statement
  if (statement.flags || statement.prefix || statement.alternative_name) return false
  return isNamed(added) && isUpTo(added, version) && !(isNamed(removed) && isUpTo(removed, version))
}

/** Whether one of the engines does not have it. */
export function isMissing({ support }: CompatStatement, engines: Engines = floor): boolean {
  return Object.entries(engines).some(([engine, version]) => {
    const statements = [support[engine as BrowserName] ?? []].flat()
    return !statements.some((statement) => holds(statement, version))
  })
}

/** What stands at a path such as `operators.optional_chaining`. */
export function at(table: Identifier, path: string): Identifier | undefined {
  return path.split('.').reduce<Identifier | undefined>((part, name) => part?.[name], table)
}

/** Parts of an entry by their names. */
export function partsOf(entry: Identifier | undefined): [name: string, part: Identifier][] {
  return Object.entries(entry ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][]
}
