import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  journeysOf,
  journeysOfFeature,
  testsByFolder,
  testsReachedBy,
} from '#tests/support/contributing/reach.ts'
import { readImports } from './imports.ts'

const imports = await readImports()
const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
    .map(({ name }) => name)

test('Every room of the services and every feature of the mini-app says what tests it reaches', () => {
  expect(Object.keys(testsByFolder)).toEqual(
    expect.arrayContaining(foldersOf('services').map((room) => `services/${room}`)),
  )
  expect(Object.keys(journeysOfFeature).sort()).toEqual(foldersOf('web/features').sort())
})

test.each(Object.keys(testsByFolder))('The tests that %s reaches exist', (room) => {
  const [file = ''] = imports.map(({ from }) => from).filter((from) => from.startsWith(`${room}/`))
  for (const prefix of testsByFolder[room] ?? [])
    expect(
      testsReachedBy([file || `${room}/x.md`], []).filter((name) => name.startsWith(prefix)),
      prefix,
    ).not.toEqual([])
})

test('A rule reaches its own test, its users’ tests and its room’s, but not those of other rooms', () => {
  const tests = testsReachedBy(['services/spoken/price.ts'], imports)
  expect(tests).toContain('services/spoken/price.test.ts')
  expect(tests).toContain('tests/bot/briefs.test.ts')
  expect(tests).not.toContain('tests/api/chat/rooms.test.ts')
})

test('A changed test reaches itself alone', () => {
  expect(testsReachedBy(['tests/api/chat/rooms.test.ts'], imports)).toEqual(['tests/api/chat/rooms.test.ts'])
})

test('A helper of tests reaches the tests that import it', () => {
  const tests = testsReachedBy(['tests/api/chat/chat-scenes.ts'], imports)
  expect(tests).toContain('tests/api/chat/rooms.test.ts')
  expect(tests.length).toBeLessThan(30)
})

test('A screen names its journeys', () => {
  expect(journeysOf(['web/features/settings/screen.tsx'])).toEqual(['tests/journeys/settings.test.ts'])
  expect(journeysOf(['web/ui/button.tsx'])).toEqual([])
})
