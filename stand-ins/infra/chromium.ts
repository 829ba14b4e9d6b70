import { existsSync } from 'node:fs'
import path from 'node:path'
import { installPackages, isRootOnDebian } from './probes.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const bundles = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * Path of Chromium: the value of CHROMIUM_PATH, otherwise the program on PATH, otherwise the one of the Debian package.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const existingPath = search()
  if (existingPath) return existingPath
  if (isRootOnDebian()) {
    await installPackages('chromium')
    const installedPath = search()
    if (installedPath) return installedPath
  }
  throw new Error(
    'Browser tests need Chromium: install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

function search(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...places, ...bundles].find((filePath) => existsSync(filePath))
}
