import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Outcome } from '#services/cli/output.ts'

/** Packages used only by the pages. They are bundled at build time and not installed on the server. */
export const pagePackages = [
  '@base-ui/react',
  '@fontsource-variable/inter',
  '@tanstack/react-query',
  '@telegram-apps/sdk-react',
  'lucide-react',
  'react',
  'react-dom',
  'react-router-dom',
]

/** Licences that require only attribution. */
const free = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Apache-2.0', 'Zlib'],
  // OFL allows bundling the font with anything; only selling it alone is forbidden.
  ...['Unlicense', 'CC0-1.0', 'OFL-1.1'],
])

/** Packages with further requirements, each with the reason why it is accepted. */
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
 * Lists the licences of all shipped packages: those of the processes and those bundled into the pages. The
 * exit code is 1 if a licence is unknown, or has further requirements and is not accepted by name.
 * @param root folder with package-lock.json and node_modules
 */
export async function licences(root = path.join(import.meta.dirname, '../../..')): Promise<Outcome> {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const pages = findBundled(lock.packages)
  const packages = Object.entries(lock.packages).flatMap(([place, locked]) => {
    if (place === '') return []
    const manifest = path.join(root, place, 'package.json')
    const isThere = existsSync(manifest)
    const isForProcesses = !locked.dev && !locked.devOptional && isThere
    if (!isForProcesses && !pages.has(place)) return []
    const said = isThere ? licenceOf(JSON.parse(readFileSync(manifest, 'utf8'))) : locked.license
    return [judge(place.slice(place.lastIndexOf('node_modules/') + 13), locked.version, said)]
  })
  const wrong = packages.filter(({ isAllowed }) => !isAllowed)
  return { text: describeLicences(packages, wrong), data: { packages, wrong }, isBad: wrong.length > 0 }
}

/** Paths of packages bundled into the pages, with their dependencies. */
function findBundled(packages: Record<string, Locked>): Set<string> {
  const found = new Set<string>()
  const add = (name: string, above: string) => {
    // Resolves to the nearest node_modules above, as Node does.
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
  for (const name of pagePackages) add(name, '')
  return found
}

function licenceOf({ license, licenses }: Manifest): string | undefined {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ')
}

function judge(name: string, version: string, licence = 'unknown'): Licensed {
  const exception = accepted.find((one) => one.name.test(name) && licence.includes(one.licence))
  const isFree = (one: string) => free.has(one) || one === exception?.licence
  // `OR` offers a choice; with `AND` all licences apply.
  const choices = licence.replace(/[()]/g, '').split(' OR ')
  const isAllowed = choices.some((choice) => choice.split(' AND ').every(isFree))
  return { name, version, licence, ...(exception && { why: exception.why }), isAllowed }
}

function describeLicences(packages: Licensed[], wrong: Licensed[]): string[] {
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
