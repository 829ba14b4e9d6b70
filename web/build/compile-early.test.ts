import { expect, test } from 'vitest'
import { compileEarly } from './compile-early.ts'

const long = `/* ${'x'.repeat(20_000)} */`

test('only what is as long as a library and handed to a call becomes a function in brackets', () => {
  const code = (library: string) =>
    `const t = (run) => run; let r = t(${library}), s = t(e => { return e }); `
  expect(compileEarly(code(`(e, n) => {${long}return e + n}`))).toBe(
    code(`(function(e,n){${long}return e + n})`),
  )
  expect(compileEarly(code('e => {return e}'))).toBe(code('e => {return e}'))
  expect(compileEarly(`const s = e => {${long}}`)).toBe(`const s = e => {${long}}`)
})
