import { createRequire } from 'node:module'
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data/types'
import { oldestEngines } from './floor.ts'

/** Browsers by their names in `@mdn/browser-compat-data`, each with the oldest supported version. */
export type Engines = Partial<Record<BrowserName, string>>

// `require` loads the compatibility data, because an import would make Vite bundle all 20 MB into its own
// configuration.
export const { api, css, html, javascript }: CompatData = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
)

function isUpTo(version: string, limit: string): boolean {
  const versionNumbers = (text: string) => text.replace('≤', '').split('.').map(Number)
  const [ownNumbers, limitNumbers] = [versionNumbers(version), versionNumbers(limit)]
  for (const [index, ownPart] of ownNumbers.entries()) {
    const limitPart = limitNumbers[index] ?? 0
    if (ownPart !== limitPart) return ownPart < limitPart
  }
  return true
}

const isNamed = (version: unknown): version is string => typeof version === 'string' && version !== 'preview'

/** True if a browser version supports a feature under its standard name, without a prefix or a flag. */
function isSupportedIn(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed } = statement
  if (statement.flags || statement.prefix || statement.alternative_name) return false
  return isNamed(added) && isUpTo(added, version) && !(isNamed(removed) && isUpTo(removed, version))
}

/** True if at least one of the engines does not support the feature. */
export function isMissing({ support }: CompatStatement, engines: Engines = oldestEngines): boolean {
  return Object.entries(engines).some(([engine, version]) => {
    const statements = [support[engine as BrowserName] ?? []].flat()
    return !statements.some((statement) => isSupportedIn(statement, version))
  })
}

/** Returns the entry of MDN's browser compatibility data at a path such as `operators.optional_chaining`. */
export function findEntry(table: Identifier, path: string): Identifier | undefined {
  return path.split('.').reduce<Identifier | undefined>((entry, name) => entry?.[name], table)
}

/** Returns the child features of a feature in MDN's browser compatibility data, each with its name. */
export function childFeaturesOf(entry: Identifier | undefined): [name: string, part: Identifier][] {
  return Object.entries(entry ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][]
}
