import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Outcome } from '#services/cli/output.ts'

/** Packages used only by the pages. They are bundled at build time and not installed on the server. */
export const pagePackages = [
  '@base-ui/react',
  '@tanstack/react-query',
  '@telegram-apps/sdk-react',
  'lucide-react',
  'react',
  'react-dom',
  'react-router-dom',
]

/** Licences that require at most attribution. */
const freeLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Zlib',
  'Unlicense',
  'CC0-1.0',
])

/** Packages whose licence requires more than attribution, each with the reason why it is accepted. */
const exceptions: { name: RegExp; licence: string; why: string }[] = [
  {
    name: /^@img\/sharp-(libvips|win32|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'a library in a file of its own, unchanged, which may be exchanged for another',
  },
  {
    name: /^@expo-google-fonts\/pt-serif$/,
    licence: 'OFL-1.1',
    why: 'a font, unchanged, which stands in papers and is not sold by itself',
  },
  { name: /^png-js$/, licence: 'unknown', why: 'its file LICENSE is the MIT licence' },
]

type LockedPackage = {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
}
type Manifest = { license?: string | { type?: string }; licenses?: { type?: string }[] }

export type LicensedPackage = {
  name: string
  version: string
  licence: string
  why?: string
  isAllowed: boolean
}

/**
 * Lists the licences of all shipped packages: those of the server processes and those bundled into the pages. The exit
 * code is 1 if a package has a licence that is neither in `freeLicences` nor accepted in `exceptions`.
 * @param root folder with package-lock.json and node_modules
 */
export async function licences(root = path.join(import.meta.dirname, '../../..')): Promise<Outcome> {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const pages = findBundled(lock.packages)
  const packages = Object.entries(lock.packages).flatMap(([packagePath, locked]) => {
    if (packagePath === '') return []
    const manifest = path.join(root, packagePath, 'package.json')
    const isInstalled = existsSync(manifest)
    const isForProcesses = !locked.dev && !locked.devOptional && isInstalled
    if (!isForProcesses && !pages.has(packagePath)) return []
    const licence = isInstalled ? licenceOf(JSON.parse(readFileSync(manifest, 'utf8'))) : locked.license
    return [
      checkLicence(packagePath.slice(packagePath.lastIndexOf('node_modules/') + 13), locked.version, licence),
    ]
  })
  const wrong = packages.filter(({ isAllowed }) => !isAllowed)
  return { text: describeLicences(packages, wrong), data: { packages, wrong }, isBad: wrong.length > 0 }
}

/** Returns the paths of packages that are bundled into the pages, and of their dependencies. */
function findBundled(packages: Record<string, LockedPackage>): Set<string> {
  const bundled = new Set<string>()
  const addPackage = (name: string, importer: string) => {
    // Finds the package in the nearest node_modules folder above, as Node does.
    for (
      let folder = importer;
      ;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
    ) {
      const packagePath = `${folder ? `${folder}/` : ''}node_modules/${name}`
      const locked = packages[packagePath]
      if (locked && bundled.has(packagePath)) return
      if (locked) {
        bundled.add(packagePath)
        for (const dependency of Object.keys(locked.dependencies ?? {})) addPackage(dependency, packagePath)
      }
      if (locked || !folder) return
    }
  }
  for (const name of pagePackages) addPackage(name, '')
  return bundled
}

function licenceOf({ license, licenses }: Manifest): string | undefined {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ')
}

function checkLicence(name: string, version: string, licence = 'unknown'): LicensedPackage {
  const exception = exceptions.find((one) => one.name.test(name) && licence.includes(one.licence))
  const isFree = (one: string) => freeLicences.has(one) || one === exception?.licence
  // In a licence expression, `OR` offers a choice between licences, and `AND` means that all of them apply.
  const choices = licence.replace(/[()]/g, '').split(' OR ')
  const isAllowed = choices.some((choice) => choice.split(' AND ').every(isFree))
  return { name, version, licence, ...(exception && { why: exception.why }), isAllowed }
}

function describeLicences(packages: LicensedPackage[], wrong: LicensedPackage[]): string[] {
  const kinds = Object.entries(Object.groupBy(packages, ({ licence }) => licence)).sort(
    ([, a = []], [, b = []]) => b.length - a.length,
  )
  const nameOf = ({ name, version }: LicensedPackage) => `${name} ${version}`
  return [
    ...kinds.map(([licence, all = []]) => `${licence} (${all.length}): ${all.map(nameOf).join(', ')}`),
    '',
    ...packages.flatMap((one) => (one.why ? [`${nameOf(one)} is accepted: ${one.why}.`] : [])),
    ...wrong.map((one) => `✖ ${nameOf(one)}: ${one.licence} is not known to be free of duties.`),
    `${packages.length} packages, ${wrong.length} that may not be shipped`,
  ]
}
