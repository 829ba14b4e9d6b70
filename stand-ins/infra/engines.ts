import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { installPackages, isRootOnDebian } from './probes.ts'

/** WebKitGTK has no headless mode, so a driver controls its MiniBrowser on a virtual screen. */
export interface WebKit {
  driver: string
  browser: string
  screen: string
}

/** Available browser engines besides Chromium. */
export interface Engines {
  firefox?: string
  webkit?: WebKit
  /** Installation hints, by the name of the missing browser engine. */
  missing: Record<string, string>
}

const packages = { Firefox: ['firefox-esr'], WebKitGTK: ['webkit2gtk-driver', 'xvfb'] }

/** Finds the browser engines and installs missing ones if that is permitted. */
export async function findEngines(): Promise<Engines> {
  const firefox = await findOrInstall(searchFirefox, packages.Firefox)
  const webkit = await findOrInstall(searchWebKit, packages.WebKitGTK)
  const missingNames = Object.entries({ Firefox: firefox, WebKitGTK: webkit })
    .filter(([, found]) => !found)
    .map(([name]) => [name, sentence(name as keyof typeof packages)])
  return { firefox, webkit, missing: Object.fromEntries(missingNames) }
}

const sentence = (name: keyof typeof packages) =>
  `install it (Debian: sudo apt-get install ${packages[name].join(' ')})`

const searchFirefox = () => process.env.FIREFOX_PATH ?? findOnPath('firefox-esr') ?? findOnPath('firefox')

function searchWebKit(): WebKit | undefined {
  const [driver, screen] = [findOnPath('WebKitWebDriver'), findOnPath('Xvfb')]
  const browser = globSync('/usr/lib{,exec}/{,*/}webkit{2gtk-4,gtk-6}*/MiniBrowser')[0]
  return driver && screen && browser ? { driver, screen, browser } : undefined
}

async function findOrInstall<Engine>(search: () => Engine | undefined, names: string[]) {
  const foundEngines = search()
  if (foundEngines || !isRootOnDebian()) return foundEngines
  // A package unknown to this Debian release counts as missing.
  await installPackages(...names).catch((error: unknown) => console.error(String(error)))
  return search()
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find((filePath) => existsSync(filePath))
}
