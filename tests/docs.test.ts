import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls/index.ts'
import { listingMoves, paymentMoves } from '#contract/lifecycle.ts'
import { folderLayers } from './house/floors.ts'
import { root } from './house/imports.ts'

/** These tests check statements of the documents against the code. */
const readDocument = (file: string) => readFileSync(path.join(root, file), 'utf8')
const documents = ['README.md', 'README.ru.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
const exists = (pattern: string, cwd = root) => globSync(pattern, { cwd }).length > 0

const folder =
  /(?<![\w./-])(?:contract|db|docs|services|stand-ins|tests|web|workers|\.ci|\.github)\/[\w.,/{}*-]*/g
const rootFile = /^[\w.-]+\.(?:json|md|mjs|ts|yml)$/

/**
 * Returns the paths in inline code and code blocks of a document. A part such as `<name>` in a path matches anything.
 */
function pathsIn(text: string): string[] {
  const codeSpans = Array.from(
    text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g),
    ([, block, span]) => block ?? span,
  )
  return codeSpans
    .filter((span) => span !== undefined)
    .flatMap((span) =>
      rootFile.test(span)
        ? [span]
        : Array.from(span.replace(/\S*<\S*/g, '').matchAll(folder), ([match]) => match),
    )
    .map((filePath) => filePath.replace(/[.,]+$/, ''))
}

describe.each(documents)('%s', (document) => {
  const text = readDocument(document)

  test('every path is there', () => {
    const paths = pathsIn(text)
    expect(paths).not.toEqual([])
    expect(paths.filter((filePath) => !exists(filePath))).toEqual([])
  })

  test('every name in brackets behind a file stands in the file', () => {
    const namesInBrackets = Array.from(
      text.matchAll(/`([\w./-]+\.tsx?)` \((`[^()]*`)\)/g),
      ([, file = '', names = '']) =>
        Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => ({ file, name })),
    ).flat()
    expect(
      namesInBrackets.filter(({ file, name }) => !new RegExp(`\\b${name}\\b`).test(readDocument(file))),
    ).toEqual([])
  })

  test('every test that is named behind its file is there', () => {
    const testsNamed = Array.from(
      text.matchAll(/`([\w./-]+\.test\.tsx?)`: \*([^*]+)\*/g),
      ([, ...one]) => one,
    )
    expect(testsNamed.filter(([file = '', title = '']) => !readDocument(file).includes(title))).toEqual([])
  })

  test('every link to another file leads there', () => {
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => link)
    const directory = path.join(root, path.dirname(document))
    expect(links.filter((link) => !exists(link, directory))).toEqual([])
  })

  test('every picture is there', () => {
    const pictures = Array.from(text.matchAll(/<img src="([^"]+)"/g), ([, picture = '']) => picture)
    expect(pictures.filter((picture) => !exists(picture, path.join(root, path.dirname(document))))).toEqual(
      [],
    )
  })
})

const architecture = readDocument('docs/architecture.md')

/** Returns the transitions of the state diagram under this heading, sorted, without the initial transition. */
function diagram(heading: string) {
  const [, section = ''] = architecture.split(`\n## ${heading}\n`)
  const [, diagramText = ''] = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(section) ?? []
  const arrows = diagramText.trim().split('\n').slice(1)
  return arrows.map((arrow) => /^ *(\w+) --> (\w+): (.+)$/.exec(arrow)?.slice(1) ?? [arrow])
}

test('a listing moves in the diagram as in the code', () => {
  const moves = Object.entries(listingMoves).flatMap(([from, moves]) =>
    Object.entries(moves).map(([move, to]) => [from, to, move]),
  )
  expect(diagram('The life of a listing').sort()).toEqual(moves.sort())
})

test('a payment moves in the diagram as in the code', () => {
  const moves = Object.entries(paymentMoves).flatMap(([from, targets]) => targets.map((to) => [from, to]))
  const diagramMoves = diagram('The life of a payment').map(([from, to]) => [from, to])
  expect(diagramMoves.sort()).toEqual(moves.sort())
})

test.each(Object.entries(folderLayers))(
  'the floors of %s are listed from the lowest to the highest',
  (house, rooms) => {
    const [, section = ''] = architecture.split(`\n### Floors of ${house}\n`)
    const [table = ''] = section.split(/\n##/)
    expect(Array.from(table.matchAll(/^\| `([^`]+)` \|/gm), ([, room]) => room)).toEqual(rooms)
  },
)

test('the page of guarantees counts the calls', () => {
  expect(readDocument('docs/guarantees.md')).toContain(`${Object.keys(calls).length} calls`)
})

test('where a copy of the settings belongs is said everywhere in the same words', () => {
  const advice = /in another place than the machine and the backups/
  const files = [
    'docs/operating.md',
    'docs/first-order.md',
    'services/cli/commands/setup.ts',
    'services/cli/commands/backup/backup.ts',
  ]
  for (const file of files) expect(readDocument(file).replace(/\s+/g, ' '), file).toMatch(advice)
})
