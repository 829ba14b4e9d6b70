import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { entries, root } from './paths.ts'

export type BuildName = 'mini-app' | 'desk' | 'processes'

interface Build {
  dist: string
  sources: string[]
  /** Command of the bundler. The path of the output folder is appended to it. */
  command: string[]
}

const commonSources = ['package.json', 'package-lock.json']
const vite = (config: string) => [
  ...['node_modules/vite/bin/vite.js', 'build', '--config', config],
  ...['--emptyOutDir', '--logLevel', 'warn', '--outDir'],
]
const builds: Record<BuildName, Build> = {
  'mini-app': {
    dist: 'web/dist',
    sources: ['web/**', 'contract/**', ...commonSources],
    command: vite('web/vite.config.ts'),
  },
  desk: {
    dist: 'stand-ins/telegram/desk/dist',
    sources: ['stand-ins/telegram/desk/**', 'stand-ins/telegram/*.ts', ...commonSources],
    command: vite('stand-ins/telegram/desk/vite.config.ts'),
  },
  processes: {
    dist: 'services/dist',
    sources: ['contract/**', 'db/**', 'services/**', 'workers/**', ...commonSources],
    command: [
      ...['node_modules/rolldown/bin/cli.mjs', '--config', 'services/rolldown.config.ts'],
      ...['--configLoader', 'native', '--logLevel', 'warn', '--dir'],
    ],
  },
}

/** Builds for production; skips builds whose sources are unchanged. */
export async function build(
  names: BuildName[] = ['mini-app', 'desk', 'processes'],
  printLine: (text: string) => void = () => undefined,
): Promise<void> {
  for (const name of names) await runBuild(builds[name], printLine)
}

const bundles: Record<string, string> = {
  [entries.api]: 'services/dist/api.js',
  [entries.bot]: 'services/dist/bot.js',
  [entries.workers]: 'services/dist/workers.js',
  'workers/all.ts': 'services/dist/all.js',
}
let processesBuild: Promise<void> | undefined

/**
 * Path of the program to run for an entry file: its up-to-date bundle, or the entry file itself if it has no bundle.
 */
export async function programOf(entry: string): Promise<string> {
  const bundle = bundles[entry]
  if (!bundle) return entry
  processesBuild ??= build(['processes'])
  await processesBuild
  return bundle
}

async function runBuild(
  { sources, command, ...build }: Build,
  printLine: (text: string) => void,
): Promise<void> {
  const dist = path.join(root, build.dist)
  const stamp = path.join(dist, '.sources')
  const hash = await hashOf(sources)
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return
  printLine(`Building ${path.dirname(build.dist)} ...`)
  // The build is written to a temporary folder, which is renamed when it is complete. So a server never serves half a
  // build.
  const draft = path.join(
    root,
    'node_modules/.cache',
    `${path.dirname(build.dist).replaceAll('/', '-')}-${process.pid}`,
  )
  try {
    await bundle([...command, draft])
    await writeFile(path.join(draft, '.sources'), hash)
    await rm(dist, { recursive: true, force: true })
    await rename(draft, dist)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function bundle(command: string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, command, { cwd: root, env }).catch((error) => {
    throw new Error(`${command.slice(0, 4).join(' ')} failed:\n${error.stderr || error.message}`)
  })
}

/** Hash of the names and contents of all source files that match the patterns. Tests are left out. */
export async function hashOf(patterns: string[]): Promise<string> {
  const files: string[] = []
  const exclude = (name: string) => /(^|\/)(dist|node_modules)(\/|$)|\.test\.tsx?$/.test(name)
  for await (const entry of glob(patterns, {
    cwd: root,
    withFileTypes: true,
    exclude: (one) => exclude(one.name),
  }))
    if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}
