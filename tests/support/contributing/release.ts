import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A reason why there is no release, in a sentence for the person who makes it. */
export class NotReleasable extends Error {}

export type Release = {
  version: string
  tag: string
  /** Section of CHANGELOG.md without its heading. */
  notes: string
  /** False if package.json and CHANGELOG.md name this version already, so that only the tag is missing. */
  writesFiles: boolean
}

type Repository = {
  changelog: string
  packageVersion: string
  tags: string[]
  branch: string
  /** Output of `git status --porcelain`. */
  status: string
}

const versionPattern = /^\d+\.\d+\.\d+$/
const firstSection = /^## (?<name>\S+)\n(?<notes>[\s\S]*?)(?=^## |$(?![\s\S]))/m

/**
 * Decides what the next release is. The first section of CHANGELOG.md is either `## Unreleased`, which gets the version
 * that is asked for, or a version that has no tag yet.
 * @throws NotReleasable
 */
export function planRelease(repository: Repository, asked: string | undefined): Release {
  const { changelog, packageVersion, tags, branch, status } = repository
  const { name = '', notes = '' } = firstSection.exec(changelog)?.groups ?? {}
  const version = asked ?? name
  const tag = `v${version}`
  if (asked !== undefined && !versionPattern.test(asked))
    throw new NotReleasable(`"${asked}" is no version: three numbers are needed, such as 1.2.3.`)
  if (name === 'Unreleased' && asked === undefined)
    throw new NotReleasable(
      'CHANGELOG.md has changes that are not released: name their version, as in npm run release -- 1.2.3.',
    )
  if (!versionPattern.test(version))
    throw new NotReleasable(
      'CHANGELOG.md does not begin with "## Unreleased" or "## <version>": say there what the release brings.',
    )
  if (name !== 'Unreleased' && name !== version)
    throw new NotReleasable(
      `CHANGELOG.md begins with ${name} and not with ${version}: write "## Unreleased" on top and what ${version} brings below it.`,
    )
  if (tags.includes(tag))
    throw new NotReleasable(
      `${tag} is there already: write "## Unreleased" on top of CHANGELOG.md and what is new below it, then name the next version.`,
    )
  if (compareVersions(version, packageVersion) < 0)
    throw new NotReleasable(`${version} is older than ${packageVersion}, which package.json names.`)
  if (notes.trim() === '') throw new NotReleasable(`CHANGELOG.md says nothing about ${version}.`)
  if (branch !== 'main')
    throw new NotReleasable(`Releases are made on main, and this is ${branch || 'no branch'}.`)
  if (status.trim() !== '')
    throw new NotReleasable(`There are changes that are not committed:\n${status.trimEnd()}`)
  return {
    version,
    tag,
    notes: notes.trim(),
    writesFiles: name === 'Unreleased' || packageVersion !== version,
  }
}

/** Reads from a repository what a release depends on. */
export function readRepository(folder: string): Repository {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  return {
    changelog: readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8'),
    packageVersion: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version,
    tags: git('tag', '--list').split('\n').filter(Boolean),
    branch: git('branch', '--show-current').trim(),
    status: git('status', '--porcelain'),
  }
}

/** Writes the version into package.json, package-lock.json and CHANGELOG.md, commits it and sets the tag. */
export function makeRelease(folder: string, { version, tag, notes, writesFiles }: Release): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const change = (file: string, written: (text: string) => string) => {
    const place = path.join(folder, file)
    writeFileSync(place, written(readFileSync(place, 'utf8')))
  }
  if (writesFiles) {
    const ownVersion = /("name": "otklik",\n\s*"version": )"[^"]*"/g
    change('package.json', (text) => text.replace(ownVersion, `$1"${version}"`))
    // The lockfile names the project twice: as itself and as its first package.
    change('package-lock.json', (text) => text.replace(ownVersion, `$1"${version}"`))
    change('CHANGELOG.md', (text) => text.replace(/^## Unreleased$/m, `## ${version}`))
    git('commit', '--quiet', '--all', '--message', `Release ${version}`)
  }
  git('tag', '--annotate', tag, '--message', `${version}\n\n${notes}`, '--cleanup=verbatim')
}

/** Returns what CHANGELOG.md says about a version. @throws NotReleasable if it says nothing */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## ${version}\n`))
  const notes = section?.split('\n').slice(1).join('\n').trim()
  if (!notes) throw new NotReleasable(`CHANGELOG.md says nothing about ${version}.`)
  return notes
}

function compareVersions(first: string, second: string): number {
  const [one, two] = [first, second].map((version) => version.split('.').map(Number))
  const at = [0, 1, 2].find((at) => one?.[at] !== two?.[at])
  return at === undefined ? 0 : (one?.[at] ?? 0) - (two?.[at] ?? 0)
}
