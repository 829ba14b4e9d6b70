import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Outcome } from '#services/cli/output.ts'

/** What the pages alone need: it is built in, so it is installed where the image is built and not where it runs. */
export const inPages = [
  '@base-ui/react',
  '@fontsource-variable/inter',
  '@tanstack/react-query',
  '@telegram-apps/sdk-react',
  'lucide-react',
  'react',
  'react-dom',
  'react-router-dom',
]

/** Licences that ask for no more than to be named. */
const free = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Apache-2.0', 'Zlib'],
  // Of a font: it may be shipped with anything, and not be sold alone.
  ...['Unlicense', 'CC0-1.0', 'OFL-1.1'],
])

/** Packages that ask for more, and why they may be here. */
const accepted: { name: RegExp; licence: string; why: string }[] = [
  {
    name: /^@img\/sharp-(libvips|win32|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'a library in a file of its own, unchanged, which may be exchanged for another',
  },
]

type Locked = {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
}
type Manifest = { license?: string | { type?: string }; licenses?: { type?: string }[] }

export type Licensed = { name: string; version: string; licence: string; why?: string; isAllowed: boolean }

/**
 * The licences of everything of others that is shipped: what is installed for the processes, and what is built into the
 * pages. Exit code 1 when one is unknown, or asks for more than to be named and was not accepted by name.
 * @param root the folder with the lock file and what is installed
 */
export async function licences(root = path.join(import.meta.dirname, '../../..')): Promise<Outcome> {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const pages = builtIn(lock.packages)
  const packages = Object.entries(lock.packages).flatMap(([place, locked]) => {
    if (place === '') return []
    const manifest = path.join(root, place, 'package.json')
    const isThere = existsSync(manifest)
    const isForProcesses = !locked.dev && !locked.devOptional && isThere
    if (!isForProcesses && !pages.has(place)) return []
    const said = isThere ? licenceOf(JSON.parse(readFileSync(manifest, 'utf8'))) : locked.license
    return [judged(place.slice(place.lastIndexOf('node_modules/') + 13), locked.version, said)]
  })
  const wrong = packages.filter(({ isAllowed }) => !isAllowed)
  return { text: tellLicences(packages, wrong), data: { packages, wrong }, isBad: wrong.length > 0 }
}

/** Places of the packages in the pages, with all that they need. */
function builtIn(packages: Record<string, Locked>): Set<string> {
  const found = new Set<string>()
  const add = (name: string, above: string) => {
    // The nearest one above, as it is looked for when it is imported.
    for (let place = above; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
      const own = `${place ? `${place}/` : ''}node_modules/${name}`
      const locked = packages[own]
      if (locked && found.has(own)) return
      if (locked) {
        found.add(own)
        for (const next of Object.keys(locked.dependencies ?? {})) add(next, own)
      }
      if (locked || !place) return
    }
  }
  for (const name of inPages) add(name, '')
  return found
}

function licenceOf({ license, licenses }: Manifest): string | undefined {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ')
}

function judged(name: string, version: string, licence = 'unknown'): Licensed {
  const exception = accepted.find((one) => one.name.test(name) && licence.includes(one.licence))
  const isFree = (one: string) => free.has(one) || one === exception?.licence
  // One of several by choice, or several at once.
  const choices = licence.replace(/[()]/g, '').split(' OR ')
  const isAllowed = choices.some((choice) => choice.split(' AND ').every(isFree))
  return { name, version, licence, ...(exception && { why: exception.why }), isAllowed }
}

function tellLicences(packages: Licensed[], wrong: Licensed[]): string[] {
  const kinds = Object.entries(Object.groupBy(packages, ({ licence }) => licence)).sort(
    ([, a = []], [, b = []]) => b.length - a.length,
  )
  const named = ({ name, version }: Licensed) => `${name} ${version}`
  return [
    ...kinds.map(([licence, all = []]) => `${licence} (${all.length}): ${all.map(named).join(', ')}`),
    '',
    ...packages.flatMap((one) => (one.why ? [`${named(one)} is accepted: ${one.why}.`] : [])),
    ...wrong.map((one) => `✖ ${named(one)}: ${one.licence} is not known to be free of duties.`),
    `${packages.length} packages, ${wrong.length} that may not be shipped`,
  ]
}
