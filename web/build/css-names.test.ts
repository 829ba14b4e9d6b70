import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cssNames } from './css-names.ts'

const sheets = globSync('{app,features,parts,screens,styles,ui}/**/*.css', {
  cwd: path.join(import.meta.dirname, '..'),
})
const isModule = (file: string) => file.endsWith('.module.css')
const classesOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '..', file), 'utf8').match(/(?<=\.)[a-z][\w-]*/gi) ?? []

test('no two style modules have the same name, so no two classes do', () => {
  const names = sheets.filter(isModule).map((file) => path.basename(file))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('no class of a style module has the name of a global class', () => {
  const globals = new Set(sheets.filter((file) => !isModule(file)).flatMap(classesOf))
  const { generateScopedName } = cssNames.modules
  const scoped = sheets
    .filter(isModule)
    .flatMap((file) => classesOf(file).map((name) => generateScopedName(name, file)))
  expect(scoped.length).toBeGreaterThan(300)
  expect(scoped.filter((name) => globals.has(name))).toEqual([])
})

test('no two style modules make the same class name, as `file-picker` and a class `picker-x` of `file` would', () => {
  const { generateScopedName } = cssNames.modules
  const scoped = sheets
    .filter(isModule)
    .flatMap((file) => [...new Set(classesOf(file))].map((name) => generateScopedName(name, file)))
  expect(scoped.filter((name, at) => scoped.indexOf(name) !== at)).toEqual([])
})
