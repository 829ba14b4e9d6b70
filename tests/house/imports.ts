import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'

/** An import of one file by another. Paths are relative to the project's root. */
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
  for await (const importingFile of glob(`{${rooms}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**'],
  }))
    for (const [, type, staticTarget, dynamic] of readFileSync(
      path.join(root, importingFile),
      'utf8',
    ).matchAll(statement))
      imports.push({
        from: importingFile,
        to: fromRoot(importingFile, staticTarget ?? dynamic ?? ''),
        types_only: type !== undefined,
      })
  return imports
}

function fromRoot(importingFile: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? path.join(path.dirname(importingFile), target) : `npm:${target}`
}

export const isTest = /\.test\.tsx?$|^tests\//
