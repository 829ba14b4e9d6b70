import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pagePackages } from '#services/cli/commands/licences.ts'
import {
  findChapterCircle,
  findCrowdedRooms,
  isActivity,
  longFolders,
  maxEntries,
  roomsOf,
} from './house/chapters.ts'
import { findCircle } from './house/circles.ts'
import { arrowsOf, findForbiddenDependencies, folderLayers } from './house/floors.ts'
import { type Import, isTest, readImports, root } from './house/imports.ts'
import { stateWriters } from './house/state-writers.ts'

/**
 * Permitted imports: files that match the first pattern may import files that match the second. Biome checks the file
 * names.
 */
const layers: [from: RegExp, mayImport: RegExp][] = [
  // One process with all parts starts the doors as they are.
  [/^workers\/all\.ts$/, /^(db|services|workers)\//],
  [/^contract\//, /^contract\//],
  [/^db\//, /^(contract|db)\//],
  [/^services\/(api|bot|cli)\//, /^(contract|db|services)\//],
  [/^services\//, /^(contract|db|services\/(?!api\/|bot\/|cli\/))/],
  [/^workers\//, /^(contract|db|workers|services\/(?!api\/|bot\/|cli\/))/],
  [/^web\//, /^(contract|web)\//],
  [/^stand-ins\//, /^stand-ins\//],
]

/** Libraries, each with the only folders that may import it. */
const foldersAllowedToImport: [library: RegExp, home: RegExp][] = [
  [/^npm:@telegram-apps\//, /^web\/telegram\//],
  [/^npm:@base-ui\//, /^web\/ui\//],
  [/^npm:(react|react-dom|@tanstack\/.*|react-router-dom)(\/|$)/, /^(web|stand-ins\/telegram\/desk)\//],
  [/^npm:i18next$/, /^(services\/core|web\/client)\//],
  [/^npm:zod$/, /^(contract\/calls|services|workers)\//],
  [/^npm:grammy$/, /^(services|workers)\//],
  [/^npm:(commander|@inquirer\/.*)$/, /^services\/cli\//],
  // Only the file storage knows whether a file is in a folder or a bucket, so it may answer HTTP requests for files
  // itself.
  [/^npm:(fastify|@fastify\/.*)$/, /^(services\/(api\/|core\/servers\/stored-answer\.ts)|stand-ins\/)/],
  [/^npm:bullmq$/, /^(workers\/|services\/api\/queue-board\/board-pages\.ts)/],
  [/^npm:(kysely|pg)(\/|$)/, /^(db|services|workers|stand-ins\/infra)\//],
]

const imports = (await readImports()).filter(({ from }) => !isTest.test(from))
const printImports = (shownImports: Import[]) => shownImports.map(({ from, to }) => `${from} -> ${to}`)

test('the rooms were read at all', () => {
  expect(printImports(imports)).toContain('stand-ins/start.ts -> stand-ins/launcher/servers.ts')
  expect(imports.some(({ types_only }) => types_only)).toBe(true)
})

test('the licences of all that the pages need are looked at', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const isBuilding = /^web\/(build\/|vite\.config)/
  const browserLibraries = imports
    .filter(({ from, to, types_only }) => /^web\//.test(from) && /^npm:(?!node:)/.test(to) && !types_only)
    .filter(({ from }) => !isBuilding.test(from))
    .map(({ to }) => /^npm:((?:@[^/]+\/)?[^/]+)/.exec(to)?.[1] ?? to)
    .filter((name) => !(name in dependencies))
  expect([...new Set(browserLibraries)].sort()).toEqual(pagePackages.toSorted())
})

test('rooms import only downwards', () => {
  const forbiddenImports = imports.filter(({ from, to }) => {
    const rule = layers.find(([room]) => room.test(from))
    return rule && !to.startsWith('npm:') && !rule[1].test(to)
  })
  expect(printImports(forbiddenImports)).toEqual([])
})

test.each(Object.keys(folderLayers) as (keyof typeof folderLayers)[])(
  '%s: a folder imports only from lower floors',
  (house) => {
    const arrows = arrowsOf(house, imports)
    expect(arrows.length).toBeGreaterThan(50)
    expect(findForbiddenDependencies(house, arrows).flatMap(({ imports }) => printImports(imports))).toEqual(
      [],
    )
  },
)

test('no files import each other in a circle, not even for types', () => {
  expect(findCircle(imports)).toBeUndefined()
})

test('two files that import each other are a circle, also behind a third', () => {
  const types_only = true
  const circle = [
    { from: 'a.ts', to: 'b.ts', types_only },
    { from: 'b.ts', to: 'c.ts', types_only: false },
    { from: 'c.ts', to: 'b.ts', types_only },
  ]
  expect(findCircle(circle)).toEqual(['b.ts', 'c.ts', 'b.ts'])
  expect(findCircle(circle.slice(0, 2))).toBeUndefined()
})

const houses = ['services', 'web', 'workers', 'tests/api', 'tests/support']
const files = [...new Set((await readImports()).map(({ from }) => from))]
const rooms = roomsOf(files, houses)

test(`a room has at most ${maxEntries} entries, and so has a chapter`, () => {
  expect(findCrowdedRooms(rooms)).toEqual([])
  expect(rooms.length).toBeGreaterThan(100)
  expect(longFolders.filter((folder) => !rooms.some((room) => room.folder === folder))).toEqual([])
})

test('too many entries are seen, also in a chapter', () => {
  const manyFiles = Array.from({ length: maxEntries + 1 }, (_, n) => `services/bot/chat/file-${n}.ts`)
  expect(findCrowdedRooms(roomsOf(manyFiles, ['services']))).toEqual(['services/bot/chat: 13'])
  expect(findCrowdedRooms(roomsOf(manyFiles.slice(1), ['services']))).toEqual([])
})

test('chapters of a room import each other in one direction', () => {
  const circles = rooms
    .filter(({ folder }) => !longFolders.includes(folder) && !folder.startsWith('tests/'))
    .map(({ folder }) => ({ folder, circle: findChapterCircle(folder, imports) }))
  expect(circles.filter(({ circle }) => circle)).toEqual([])
})

test('chapters that import each other behind a third are a circle', () => {
  const types_only = true
  const arrows = [
    { from: 'services/bot/a/x.ts', to: 'services/bot/b/x.ts', types_only },
    { from: 'services/bot/b/y.ts', to: 'services/bot/c.ts', types_only },
    { from: 'services/bot/c.ts', to: 'services/bot/a/z.ts', types_only },
  ]
  expect(findChapterCircle('services/bot', arrows)).toEqual(['a', 'b', 'c.ts', 'a'])
  expect(findChapterCircle('services/bot', arrows.slice(0, 2))).toBeUndefined()
})

test('files are named after their content, not after an activity', () => {
  const product = files.filter((file) => /^(services|web|workers)\//.test(file))
  expect(product.filter(isActivity)).toEqual([])
  expect(isActivity('services/support/arriving.ts')).toBe(true)
  expect(isActivity('services/payments/invoices/pricing.ts')).toBe(false)
})

test('`npm run house -- --numbers` prints the numbers of the code base, and none misses its bound but the lines', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['start.mjs', 'house', '--numbers'], {
    cwd: root,
  })
  const lines = stdout.split('\n')
  expect(lines.filter((line) => line.startsWith('product files'))).toHaveLength(1)
  expect(lines.filter((line) => line.endsWith('missed') && !line.startsWith('product lines'))).toEqual([])
})

test('no door of the server imports another', () => {
  const doorOf = /^services\/(api|bot|cli)\//
  const crossImports = imports.filter(
    ({ from, to }) => doorOf.exec(from) && doorOf.exec(to) && doorOf.exec(from)?.[1] !== doorOf.exec(to)?.[1],
  )
  expect(printImports(crossImports)).toEqual([])
})

test('the browser takes only types from the calls of the contract', () => {
  const valueImports = imports.filter(
    ({ from, to, types_only }) => /^web\//.test(from) && /^contract\/calls\//.test(to) && !types_only,
  )
  expect(printImports(valueImports)).toEqual([])
})

test('each library stays at home', () => {
  const strayImports = imports.filter(({ from, to, types_only }) =>
    foldersAllowedToImport.some(([library, home]) => library.test(to) && !home.test(from) && !types_only),
  )
  expect(printImports(strayImports)).toEqual([])
})

test('the environment is read in one place', async () => {
  const readers: string[] = []
  for await (const file of glob('{contract,db,services,workers,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/dist/**'],
  }))
    if (!isTest.test(file) && /\bprocess\.env\b/.test(readFileSync(path.join(root, file), 'utf8')))
      readers.push(file)
  // Only these files read environment variables. The database commands and the operator's commands run before the
  // configuration exists.
  expect(readers.sort()).toEqual([
    'db/migrate.ts',
    'db/seed.ts',
    'services/cli/environment.ts',
    'services/core/config/config.ts',
  ])
})

/** Returns the assignments in statements that update this table, in Kysely or in SQL. */
function writesOf(text: string, table: string): string[] {
  const statements = [
    new RegExp(`updateTable\\('${table}[^)]*\\)([\\s\\S]*?)\\.(?:where|from|returning|execute)\\w*\\(`, 'g'),
    new RegExp(`\\bupdate ${table}\\b([\\s\\S]*?)(?:\\bwhere\\b|\`)`, 'gi'),
  ]
  return statements.flatMap((statement) => Array.from(text.matchAll(statement), ([, set = '']) => set))
}

test.each(stateWriters)('of %s, %s is written in %s alone', async (table, column, writer) => {
  const writing: string[] = []
  for await (const file of glob('{services,workers,db,stand-ins}/**/*.ts', {
    cwd: root,
    exclude: ['**/dist/**'],
  }))
    if (!isTest.test(file))
      // Matches the column's whole name, because names of other columns may end in it. A column in a spread object is
      // not found.
      for (const assignments of writesOf(readFileSync(path.join(root, file), 'utf8'), table))
        if (new RegExp(`(?<![\\w.])${column}\\s*[:=,}]`).test(assignments)) writing.push(file)
  expect(writing).toEqual([writer])
})

/** Files that handle by themselves that a lazily loaded module cannot be loaded. */
const handlingTheirOwnFailure = [
  'web/app/app.tsx',
  'web/app/start-error.ts',
  'web/app/watch-errors.ts',
  'web/telegram/client.ts',
]

test('a module that is loaded later may be lost: it is a part that tells so, or its file says what then', async () => {
  const unhandledFiles: string[] = []
  for await (const file of glob('web/{app,client,features,parts,screens,telegram,ui}/**/*.{ts,tsx}', {
    cwd: root,
  })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    if (isTest.test(file) || file.startsWith('web/parts/')) continue
    const isPart = /from '#web\/parts\/part\.tsx'/.test(text)
    if (/\blazy\b.* from 'react'/.test(text)) unhandledFiles.push(`${file}: lazy`)
    if (/\bimport\(/.test(text) && !isPart && !handlingTheirOwnFailure.includes(file))
      unhandledFiles.push(`${file}: import()`)
  }
  expect(unhandledFiles).toEqual([])
})

/** Returns the arguments of each call of this function in a text, up to the closing bracket. */
function argumentsOf(text: string, name: string): string[] {
  return text
    .split(`${name}(`)
    .slice(1)
    .map((restOfLine) => {
      let depth = 1
      const end = [...restOfLine].findIndex((sign) => {
        depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
        return depth === 0
      })
      return restOfLine.slice(0, end)
    })
}

test('random samples are drawn with a seed, so that a failure can be repeated; properties print theirs', async () => {
  const unseeded: string[] = []
  for await (const file of glob('{contract,db,services,workers,web,stand-ins,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**'],
  })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    if (argumentsOf(text, 'fc.sample').some((argument) => !/\bseed\b/.test(argument))) unseeded.push(file)
  }
  expect(unseeded).toEqual([])
  expect(argumentsOf('draw(all(), { seed: 7 }) draw(list(all()), 5)', 'draw')).toEqual([
    'all(), { seed: 7 }',
    'list(all()), 5',
  ])
})

/** Returns the comments of a source text that stand on lines of their own, each joined to one line. */
const commentsOf = (text: string) =>
  [...text.matchAll(/^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm)].map(([, comment = '']) =>
    comment.replace(/^\s*(?:\/\*+|\*\/|\*|\/\/)/gm, ' ').replace(/\s+/g, ' '),
  )
const riddle = /(?:^|[.!?]) (?:What|Who|Whoever|Whose|Whom|Where|Of) /

test('no sentence of a comment begins with what, who, whose, where or of: its subject comes first', async () => {
  const riddles: string[] = []
  for await (const file of glob('{contract,db,services,workers,web,stand-ins,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**'],
  }))
    for (const comment of commentsOf(readFileSync(path.join(root, file), 'utf8')))
      if (riddle.test(comment)) riddles.push(`${file}: ${comment}`)
  expect(riddles).toEqual([])
  const samples =
    '/** What is it. */\n// A row.\n// Who sees it?\nconst a = 1 // Of late\n  /**\n   * The row. Where it is.\n   */'
  expect(commentsOf(samples).filter((comment) => riddle.test(comment))).toHaveLength(3)
})
