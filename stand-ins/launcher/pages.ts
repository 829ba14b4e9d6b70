import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from './paths.ts'

export type PageName = 'mini-app' | 'desk'

interface Page {
  config: string
  dist: string
  sources: string[]
}

const common = ['package.json', 'package-lock.json']
const pages: Record<PageName, Page> = {
  'mini-app': {
    config: 'web/vite.config.ts',
    dist: 'web/dist',
    sources: ['web/**', 'contract/**', ...common],
  },
  desk: {
    config: 'stand-ins/telegram/desk/vite.config.ts',
    dist: 'stand-ins/telegram/desk/dist',
    sources: ['stand-ins/telegram/desk/**', ...common],
  },
}

/** Builds the mini-app and the desk for production, each only when its sources have changed. */
export async function buildPages(
  say: (text: string) => void = () => undefined,
  names: PageName[] = ['mini-app', 'desk'],
): Promise<void> {
  for (const name of names) await buildPage(pages[name], say)
}

async function buildPage(page: Page, say: (text: string) => void): Promise<void> {
  const dist = path.join(root, page.dist)
  const stamp = path.join(dist, '.sources')
  const hash = await hashOf(page.sources)
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return
  say(`Building ${path.dirname(page.dist)} ...`)
  // Built in another folder and then renamed, so that a server never serves half a build.
  const draft = path.join(
    root,
    'node_modules/.cache',
    `${path.dirname(page.dist).replaceAll('/', '-')}-${process.pid}`,
  )
  try {
    await vite('build', '--config', page.config, '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn')
    await writeFile(path.join(draft, '.sources'), hash)
    await rm(dist, { recursive: true, force: true })
    await rename(draft, dist)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function vite(...args: string[]): Promise<void> {
  const program = path.join(root, 'node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [program, ...args], { cwd: root, env }).catch((error) => {
    throw new Error(`vite ${args.slice(0, 3).join(' ')} failed:\n${error.stderr || error.message}`)
  })
}

async function hashOf(patterns: string[]): Promise<string> {
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
