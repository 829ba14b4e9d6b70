import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AtRule, type Declaration, parse } from 'postcss'
import type { Plugin } from 'vite'
import { exceptions } from './exceptions.ts'
import { createScriptReader } from './script.ts'
import { createStyleReader, type StyleFinding } from './style.ts'

/**
 * Returns the names under which the script check reports a feature. `Array.prototype.at`, for example, is also reported
 * as `#at`.
 */
const namesOf = (place: string) => {
  const [owner, member] = place.split('.prototype.')
  return member ? [`#${member}`, `${owner}#${member}`] : [place]
}

type StyleReader = ReturnType<typeof createStyleReader>

/**
 * True if a style has a fallback for engines without the feature: an `@supports` condition, another value of the
 * property, or a prefixed name.
 */
function hasFallback({ node, name }: StyleFinding, reader: StyleReader, unknown: Set<unknown>): boolean {
  for (let ancestor = node.parent; ancestor; ancestor = ancestor.parent as typeof ancestor)
    if (
      ancestor.type === 'atrule' &&
      (ancestor as AtRule).name === 'supports' &&
      reader.asksForUnknown(ancestor as AtRule)
    )
      return true
  if (node.type !== 'decl') return false
  const siblings = (node.parent?.nodes ?? []).filter((sibling) => sibling.type === 'decl') as Declaration[]
  const isProperty = name === `css.properties.${node.prop}`
  return siblings.some((sibling) =>
    isProperty
      ? sibling.prop.replace(/^-(webkit|moz)-/, '') === node.prop && sibling.prop !== node.prop
      : sibling.prop === node.prop && !unknown.has(sibling),
  )
}

/**
 * Finds features in a style sheet that the oldest supported engines lack and that have no fallback. Returns one line
 * for each.
 */
export function findNewerStyles(text: string): string[] {
  const reader = createStyleReader()
  const findings = reader.find(parse(text))
  const unknown = new Set<unknown>(findings.map(({ node }) => node))
  return findings
    .filter(({ name }) => !(name in exceptions))
    .filter((finding) => !hasFallback(finding, reader, unknown))
    .map(({ name, node }) => `${name}: ${node.toString().slice(0, 100)}`)
}

/**
 * Creates a check that finds features in a script that the oldest supported engines lack. The check returns one line
 * for each feature.
 * @param addedPolyfills polyfills of the start script
 */
export function createScriptChecker(addedPolyfills: string[]): (code: string) => string[] {
  const allowedNames = new Set([...addedPolyfills.flatMap(namesOf), ...Object.keys(exceptions)])
  const readScript = createScriptReader()
  return (code) =>
    readScript(code)
      .filter(({ name }) => !allowedNames.has(name))
      .map((finding) => `${finding.name}: ${finding.code}`)
}

/**
 * Fails the build if its output uses a feature that the oldest supported engines lack, without a fallback, polyfill or
 * exception.
 * @param addedPolyfills polyfills of the start script
 */
export function rejectNewerFeatures(addedPolyfills: string[]): Plugin {
  return {
    name: 'hold-floor',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const newerInScript = createScriptChecker(addedPolyfills)
      const assets = join(dir, 'assets')
      const findings: string[] = []
      for (const file of await readdir(assets)) {
        const findNewer = file.endsWith('.js')
          ? newerInScript
          : file.endsWith('.css')
            ? findNewerStyles
            : undefined
        const lines = findNewer?.(await readFile(join(assets, file), 'utf8')) ?? []
        findings.push(...lines.map((line) => `${file}: ${line}`))
      }
      if (findings.length > 0)
        this.error(
          `newer than web/build/floor/floor.ts, with nothing for older engines:\n${findings.join('\n')}`,
        )
    },
  }
}
