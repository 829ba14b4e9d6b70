import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findPreviousRelease } from './deploy/release.ts'
import {
  makeRelease,
  NotReleasable,
  notesOf,
  planRelease,
  readRepository,
} from './support/contributing/release.ts'

const ready = {
  changelog: '# Changelog\n\n## Unreleased\n\n- A thing is new.\n\n## 0.2.0\n\n- An older thing.\n',
  packageVersion: '0.2.0',
  tags: ['v0.2.0'],
  branch: 'main',
  status: '',
}
const refusalOf = (change: Partial<typeof ready>, asked?: string) => {
  try {
    planRelease({ ...ready, ...change }, asked)
  } catch (error) {
    if (error instanceof NotReleasable) return error.message
    throw error
  }
}

describe('a release', () => {
  test('is what the changelog begins with', () => {
    expect(planRelease(ready, '0.3.0')).toEqual({
      version: '0.3.0',
      tag: 'v0.3.0',
      notes: '- A thing is new.',
      writesFiles: true,
    })
    const untagged = { ...ready, changelog: ready.changelog.replace(/## Unreleased[^#]*/, ''), tags: [] }
    expect(planRelease(untagged, undefined)).toMatchObject({ tag: 'v0.2.0', writesFiles: false })
  })

  test.each([
    ['no version is named', {}, undefined, 'name their version'],
    ['the version is none', {}, 'v0.3', '"v0.3" is no version'],
    ['the version is older', {}, '0.1.9', '0.1.9 is older than 0.2.0'],
    ['the tag is there', { tags: ['v0.2.0', 'v0.3.0'] }, '0.3.0', 'v0.3.0 is there already'],
    [
      'the changelog is of the last release',
      { changelog: '## 0.2.0\n\n- Old.\n' },
      '0.3.0',
      'write "## Unreleased" on top',
    ],
    [
      'the changelog is of the last release',
      { changelog: '## 0.2.0\n\n- Old.\n' },
      undefined,
      'v0.2.0 is there already',
    ],
    [
      'the changelog is empty',
      { changelog: '## Unreleased\n\n## 0.2.0\n\n- Old.\n' },
      '0.3.0',
      'says nothing about 0.3.0',
    ],
    ['another branch is checked out', { branch: 'topic' }, '0.3.0', 'this is topic'],
    ['something is not committed', { status: ' M README.md\n' }, '0.3.0', 'not committed:\n M README.md'],
  ])('is refused in a sentence when %s', (_, change, asked, sentence) => {
    expect(refusalOf(change, asked)).toContain(sentence)
  })
})

function newRepository() {
  const folder = mkdtempSync(path.join(tmpdir(), 'otklik-repository-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const own = { name: 'otklik', version: '0.2.0' }
  const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content)
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@example.org')
  write('package.json', `${JSON.stringify(own, null, 2)}\n`)
  const other = { version: '0.2.0' }
  write(
    'package-lock.json',
    JSON.stringify({ ...own, packages: { '': own, 'node_modules/other': other } }, null, 2),
  )
  write('CHANGELOG.md', ready.changelog)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'First')
  return { folder, git, read: (file: string) => readFileSync(path.join(folder, file), 'utf8') }
}

test('a release is written, committed and tagged, and leaves nothing uncommitted', () => {
  const { folder, git, read } = newRepository()
  makeRelease(folder, planRelease(readRepository(folder), '0.3.0'))
  const { version, packages } = JSON.parse(read('package-lock.json'))
  expect([JSON.parse(read('package.json')).version, version, packages[''].version]).toEqual([
    '0.3.0',
    '0.3.0',
    '0.3.0',
  ])
  expect(packages['node_modules/other'].version).toBe('0.2.0')
  expect(read('CHANGELOG.md')).toMatch(/^## 0\.3\.0$/m)
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s').trim()).toBe('Release 0.3.0')
  expect(git('rev-parse', 'v0.3.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(git('tag', '--list', '-n3', 'v0.3.0')).toContain('A thing is new.')
  expect(notesOf(read('CHANGELOG.md'), '0.3.0')).toBe('- A thing is new.')
  expect(() => planRelease(readRepository(folder), '0.3.0')).toThrow('v0.3.0 is there already')
})

test('a deploy starts from the newest release before it, and without releases from the commit of the changelog', async () => {
  const { folder, git } = newRepository()
  const commit = 'a'.repeat(40)
  writeFileSync(path.join(folder, 'CHANGELOG.md'), `## 0.2.0\n\n- From commit \`${commit}\`.\n`)
  const step = (subject: string) => git('commit', '--quiet', '--allow-empty', '--all', '--message', subject)
  step('Second')
  expect(await findPreviousRelease(folder)).toBe(commit)
  git('tag', 'v0.2.0')
  step('Third')
  git('tag', 'a-mark-of-somebody')
  step('Fourth')
  expect(await findPreviousRelease(folder)).toBe('v0.2.0')
  // The commit of a release itself starts from the release before it.
  git('tag', 'v0.3.0')
  expect(await findPreviousRelease(folder)).toBe('v0.2.0')
})
