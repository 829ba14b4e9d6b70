import { readFileSync, statSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { longFolders, roomsOf } from './chapters.ts'
import { root } from './imports.ts'

/** A measure of the code base and its limit. `goal` is undefined for measures that are only printed. */
export interface HouseNumber {
  name: string
  value: number
  goal?: number
}

/** Lines of the product on 2026-11-26, before its folders were divided, as `countLines` counts them. */
const linesBefore = 78_879

const isTestFile = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/')
const isProduct = (file: string) => /^(contract|db|services|web|workers)\//.test(file) && !isTestFile(file)

/** Returns the number of lines without empty lines and comments. */
export function countLines(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  return code.split('\n').filter((line) => line.trim() && !line.trim().startsWith('//')).length
}

/**
 * Matches an object literal that is spread into another object. Its properties could be written directly; the spread
 * only shortens a line.
 */
const needlessSpread = /\.\.\.\{\s*[\w$]/g

export async function readNumbers(): Promise<HouseNumber[]> {
  const files: string[] = []
  for await (const file of glob('{contract,db,services,web,workers,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**'],
  }))
    files.push(file)
  const readText = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const product = files.filter(isProduct)
  const sum = (group: string[], count: (text: string) => number) =>
    group.reduce((total, file) => total + count(readText(file)), 0)
  const serviceFiles = product.filter((file) => file.startsWith('services/'))
  const rooms = roomsOf(files, ['services', 'web', 'workers', 'tests/api', 'tests/support'])
  const countedRooms = rooms.filter(({ folder }) => !longFolders.includes(folder))
  return [
    { name: 'product lines without stand-ins', value: sum(product, countLines), goal: linesBefore - 3000 },
    { name: 'product files without stand-ins', value: product.length, goal: 1364 },
    {
      name: 'base names of services',
      value: new Set(serviceFiles.map((file) => path.basename(file))).size,
      goal: 410,
    },
    {
      name: 'most entries of a room or chapter',
      value: Math.max(...countedRooms.map(({ entries }) => entries.length)),
      goal: 12,
    },
    {
      name: 'lines of tests and their machinery',
      value: sum(files.filter(isTestFile), (text) => text.split('\n').length - 1),
    },
    { name: 'bytes of README.md', value: statSync(path.join(root, 'README.md')).size, goal: 6144 },
    { name: 'migrations', value: files.filter((file) => /^db\/migrations\/\d/.test(file)).length, goal: 23 },
    {
      name: 'object spreads that only shorten a line',
      value: sum(product, (text) => text.match(needlessSpread)?.length ?? 0),
      goal: 5,
    },
  ]
}
