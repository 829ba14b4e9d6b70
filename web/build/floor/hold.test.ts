import { expect, test } from 'vitest'
import { polyfills } from '#web/start/failures/newer.ts'
import { createScriptChecker, findNewerStyles } from './hold.ts'
import { createScriptReader } from './script.ts'

const findNewer = createScriptChecker([])
const names = (code: string) => findNewer(code).map((line) => line.split(': ')[0])

test.each([
  ['URL.parse', 'const url = URL.parse(text)'],
  ['URL.parse', 'const url = window.URL.parse(text)'],
  ['AbortSignal.any', 'fetch(x, { signal: AbortSignal.any([a, b]) })'],
  ['Promise.withResolvers', 'const { promise } = Promise.withResolvers()'],
  ['Object.groupBy', 'Object.groupBy(list, f)'],
  ['structuredClone', 'const copy = structuredClone(it)'],
  ['structuredClone', 'const copy = globalThis.structuredClone(it)'],
  ['requestIdleCallback', 'requestIdleCallback(run)'],
  ['Intl.Segmenter', 'new Intl.Segmenter("ru")'],
  ['#at', 'const last = list.at(-1)'],
  ['#toSorted', 'const sorted = list.toSorted()'],
  ['#checkVisibility', 'element.checkVisibility()'],
  ['Crypto#randomUUID', 'crypto.randomUUID()'],
  ['URLSearchParams#size', 'new URLSearchParams(text).size'],
  ['URLSearchParams#size', 'const query = new URLSearchParams(text); if (query.size > 0) go()'],
  ['Navigator#share', 'navigator["share"](it)', []],
  ['addEventListener signal', 'window.addEventListener("x", run, { signal })'],
  ['DateTimeFormat dayPeriod', 'new Intl.DateTimeFormat("ru", { dayPeriod: "short" })'],
  ['<div inert>', 'const part = jsx("div", { inert: true })'],
  ['classes.static.initialization_blocks', 'class A { static { run() } }'],
  ['regular_expressions.lookbehind_assertion', 'const it = /(?<=a)b/'],
  ['operators.await.top_level', 'await run()'],
])('%s is found in: %s', (name, code, allowed = undefined) => {
  const findings = allowed ? createScriptReader()(code).map((finding) => finding.name) : names(code)
  expect(findings).toContain(name)
})

test.each([
  'typeof URL.parse === "function" ? URL.parse(x) : new URL(x)',
  'URL.parse?.(x)',
  'element.checkVisibility && element.checkVisibility()',
  'if ("share" in navigator) navigator.share(it)',
  'if (window.structuredClone) structuredClone(it)',
  'const last = list[list.length - 1]; const own = { at: 1, structuredClone: 2 }; own.structuredClone',
  'new Map().size; set.size; "x".replaceAll("a", "b"); a ?? b; a?.b; a ??= b',
  'function structuredClone(it) { return it }; structuredClone(1)',
])('nothing is found in: %s', (code) => expect(names(code)).toEqual([]))

test('what a condition asks for does not allow what it does not ask for', () => {
  expect(names('if (typeof URL.parse === "function") URL.canParse(x)')).toEqual(['URL.canParse'])
  expect(names('URL.parse?.(x); URL.parse(y)')).toEqual(['URL.parse'])
})

test('what the start script adds may be used', () => {
  const withAdded = createScriptChecker(Object.keys(polyfills))
  expect(withAdded('URL.parse(x); list.at(-1); crypto.randomUUID(); AbortSignal.timeout(1)')).toEqual([])
  expect(withAdded('URL.canParse(x)')).toHaveLength(1)
})

test.each([
  ['css.types.length.viewport_percentage_units_dynamic', 'a { height: 100dvh }'],
  ['css.properties.translate', 'a { translate: 0 1px }'],
  ['css.types.color.color-mix', 'a { color: color-mix(in srgb, red, blue) }'],
  ['css.at-rules.layer', '@layer base { a { top: 0 } }'],
  ['css.at-rules.media.range_syntax', '@media (width < 10px) { a { top: 0 } }'],
  ['css.selectors.nesting', 'a { &:hover { top: 0 } }'],
  ['css.selectors.not.selector_list', 'a:not(.b, .c) { top: 0 }'],
])('%s is found in: %s', (name, text) => expect(findNewerStyles(text).join()).toContain(name))

test.each([
  'a { height: 100vh; height: 100dvh }',
  '@supports (height: 100dvh) { a { height: 100dvh } }',
  'a { -webkit-user-select: none; user-select: none }',
  'a { inset: 0; gap: 1px; content: "100dvh"; color: var(--color-mix) }',
])('an older engine has something to go by in: %s', (text) => expect(findNewerStyles(text)).toEqual([]))

test('an older value has to stand in the same rule', () =>
  expect(findNewerStyles('a { height: 100vh } b { height: 100dvh }')).toHaveLength(1))
