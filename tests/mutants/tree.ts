import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A copy of the source tree, in which files may be changed. */
export interface Tree {
  root: string
  write(file: string, source: string): Promise<void>
  remove(): Promise<void>
}

export const ownRoot = path.resolve(import.meta.dirname, '../..')

const newFolder = () => mkdtemp(path.join(tmpdir(), 'otklik-mutants-'))

/**
 * Copies all files of the source tree that git tracks or does not ignore, and links node_modules. Later changes of the
 * original tree do not affect the run.
 */
export async function copyTree(): Promise<Tree> {
  const root = await newFolder()
  const listedFiles = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ownRoot,
    encoding: 'utf8',
  })
  const rooms = /^(contract|db|docs|services|workers|web|stand-ins|tests)\/|^[^/]+$/
  for (const file of listedFiles.split('\0').filter((name) => rooms.test(name) && !name.endsWith('.png')))
    await cp(path.join(ownRoot, file), path.join(root, file)).catch(ignoreMissing)
  await symlink(path.join(ownRoot, 'node_modules'), path.join(root, 'node_modules'))
  return treeAt(root)
}

/** Copies a copy of the source tree once more. */
export async function copyOf(tree: Tree): Promise<Tree> {
  const root = await newFolder()
  await cp(tree.root, root, { recursive: true, verbatimSymlinks: true })
  return treeAt(root)
}

function treeAt(root: string): Tree {
  return {
    root,
    write: (file, source) => writeFile(path.join(root, file), source),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** Git still lists a file that was just deleted. Such a file is skipped. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
