import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '#stand-ins/launcher/paths.ts'

const runProgram = promisify(execFile)
const packageFiles = ['package.json', 'package-lock.json']

/** Returns the tag of the newest release before this commit. Without one, returns the commit named in CHANGELOG.md. */
export async function findPreviousRelease(folder: string = root): Promise<string> {
  const describe = ['describe', '--tags', '--match', 'v[0-9]*', '--abbrev=0', 'HEAD^']
  return runProgram('git', describe, { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    () => namedRelease(folder),
  )
}

async function namedRelease(folder: string): Promise<string> {
  const match = /commit `([0-9a-f]{40})`/.exec(await readFile(path.join(folder, 'CHANGELOG.md'), 'utf8'))
  if (!match?.[1]) throw new Error('This clone has no tags, and CHANGELOG.md names no commit to start from.')
  return match[1]
}

/**
 * Extracts a release into a folder. Uses the packages installed here. If the release's lockfile differs, installs its
 * own packages.
 */
export async function extractRelease(release: string, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const archiveFile = path.join(folder, 'release.tar')
  await runProgram(
    'git',
    ['archive', '--output', archiveFile, release, ...packageFiles, 'contract', 'db', 'services', 'workers'],
    { cwd: root },
  )
  await runProgram('tar', ['-xf', archiveFile, '-C', folder])
  await rm(archiveFile)
  const readLockfile = (directory: string) => readFile(path.join(directory, 'package-lock.json'), 'utf8')
  if ((await readLockfile(folder)) === (await readLockfile(root)))
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else
    await runProgram('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
    })
  // Both releases serve the current build of the pages. If the mini-app is not built, neither serves it.
  if (existsSync(path.join(root, 'web/dist'))) {
    await mkdir(path.join(folder, 'web'), { recursive: true })
    await symlink(path.join(root, 'web/dist'), path.join(folder, 'web/dist'))
  }
  return folder
}
