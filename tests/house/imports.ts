import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'

/** A dependency between two files. Paths are relative to the root. */
export interface Import {
  from: string
  to: string
  types_only: boolean
}

export const root = path.resolve(import.meta.dirname, '../..')
const rooms = ['contract', 'db', 'services', 'workers', 'web', 'stand-ins', 'tests']
const statement =
  /^(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

export async function readImports(): Promise<Import[]> {
  const imports: Import[] = []
  for await (const from of glob(`{${rooms}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**'],
  }))
    for (const [, type, staticTarget, dynamic] of readFileSync(path.join(root, from), 'utf8').matchAll(
      statement,
    ))
      imports.push({
        from,
        to: fromRoot(from, staticTarget ?? dynamic ?? ''),
        types_only: type !== undefined,
      })
  return imports
}

function fromRoot(from: string, to: string): string {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? path.join(path.dirname(from), to) : `npm:${to}`
}

export const isTest = /\.test\.tsx?$|^tests\//
