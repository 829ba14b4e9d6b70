import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A copy of the tree that may be modified. */
export interface Tree {
  root: string
  write(file: string, source: string): Promise<void>
  remove(): Promise<void>
}

export const ownRoot = path.resolve(import.meta.dirname, '../..')

const newFolder = () => mkdtemp(path.join(tmpdir(), 'otklik-mutants-'))

/**
 * Copies all files that git tracks or would track, with a link to node_modules. The run uses this snapshot, even if the
 * tree changes meanwhile.
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

/** A second copy of a copied tree. */
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

/** Ignores files that git lists but that have just been deleted. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
