import { type AtRule, type Declaration, type Node, parse, type Root, type Rule } from 'postcss'
import { childFeaturesOf, css, type Engines, findEntry, isMissing } from './compat.ts'

/** A part of a style sheet that one of the engines does not support. */
export type StyleFinding = { node: Declaration | Rule | AtRule; name: string }

/** CSS units that have a different name in MDN's browser compatibility data. */
const units: [pattern: RegExp, path: string][] = [
  [/\d[dls]v(h|w|i|b|min|max)\b/, 'types.length.viewport_percentage_units_dynamic'],
  [/\dcq(h|w|i|b|min|max)\b/, 'types.length.container_query_length_units'],
  [/\dr?lh\b/, 'types.length.lh'],
  [/\dr?cap\b/, 'types.length.cap'],
  [/\dr?ic\b/, 'types.length.ic'],
]
/** Syntax of CSS selectors and media queries that has a different name in MDN's browser compatibility data. */
const selectorWritings: [pattern: RegExp, path: string][] = [
  [/(^|[\s,>+~(])&|&/, 'selectors.nesting'],
  [/:not\([^()]*(\([^()]*\)[^()]*)*,/, 'selectors.not.selector_list'],
  [/\[[^\]]*[^|]\s[is]\]/, 'selectors.attribute.case_sensitive_modifier'],
]
const mediaWritings: [pattern: RegExp, path: string][] = [[/[<>]/, 'at-rules.media.range_syntax']]

const wordsOf = (text: string) => text.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')

/**
 * Paths of CSS functions in MDN's browser compatibility data, by the function's name. A function can be on either level
 * of `types`.
 */
const functions = new Map(
  childFeaturesOf(css.types).flatMap(([name, entry]) =>
    [[name, entry] as const, ...childFeaturesOf(entry)].map(([part]) => {
      const path = part === name ? `types.${name}` : `types.${name}.${part}`
      return [part.replace(/-function$/, ''), path] as const
    }),
  ),
)

/** Creates a reader that finds the parts of a style sheet that one of the engines does not support. */
export function createStyleReader(engines?: Engines) {
  const isUnknown = (path: string) => {
    const entry = findEntry(css, path)?.__compat
    return entry !== undefined && isMissing(entry, engines)
  }
  const featuresIn = (text: string, writings: typeof units) =>
    writings.filter(([pattern, path]) => pattern.test(text) && isUnknown(path)).map(([, path]) => path)

  function checkDeclaration({ prop, value, parent }: Declaration): string[] {
    if (prop.startsWith('-') && !prop.startsWith('--')) return []
    const words = wordsOf(value)
    const called = [...words.matchAll(/([a-z][a-z-]*)\(/gi)].map(([, name = '']) => functions.get(name) ?? '')
    const findings = [...featuresIn(words, units), ...called.filter(isUnknown)]
    if (prop.startsWith('--')) return findings
    const isDescriptor =
      parent?.type === 'atrule' && findEntry(css, `at-rules.${(parent as AtRule).name}.${prop}`)
    const ownPath = isDescriptor ? `at-rules.${(parent as AtRule).name}.${prop}` : `properties.${prop}`
    if (isUnknown(ownPath)) return [ownPath, ...findings]
    const keywords = words.match(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/gi) ?? []
    return [...findings, ...keywords.map((word) => `${ownPath}.${word}`).filter(isUnknown)]
  }

  function checkRule({ selector }: Rule): string[] {
    const words = wordsOf(selector)
    const pseudo = [...words.matchAll(/::?([a-z][a-z-]*)/gi)].map(([, name = '']) => `selectors.${name}`)
    return [...pseudo.filter(isUnknown), ...featuresIn(words, selectorWritings)]
  }

  function checkAtRule({ name, params }: AtRule): string[] {
    if (name.startsWith('-')) return []
    const ownPath = `at-rules.${name}`
    if (isUnknown(ownPath)) return [ownPath]
    if (name !== 'media') return []
    const features = [...params.matchAll(/\((?:min-|max-)?([a-z][a-z-]*)/g)].map(
      ([, feature]) => `${ownPath}.${feature}`,
    )
    return [...features.filter(isUnknown), ...featuresIn(params, mediaWritings)]
  }

  /** True if an `@supports` condition tests for a feature that one of the engines lacks. */
  function hasUnknownFeature({ params }: AtRule): boolean {
    const selectors = [...params.matchAll(/selector\((.*)\)/g)].flatMap(([, selector = '']) =>
      checkRule({ selector } as Rule),
    )
    const declarations = [...params.matchAll(/\(\s*([a-z-]+)\s*:([^;{}]*)\)/g)].flatMap(
      ([, prop = '', value = '']) => checkDeclaration({ prop, value } as Declaration),
    )
    return selectors.length + declarations.length > 0
  }

  const ofNode = (node: Node): string[] => {
    if (node.type === 'decl') return checkDeclaration(node as Declaration)
    if (node.type === 'rule') return checkRule(node as Rule)
    return node.type === 'atrule' ? checkAtRule(node as AtRule) : []
  }
  return {
    asksForUnknown: hasUnknownFeature,
    find(root: Root): StyleFinding[] {
      const findings: StyleFinding[] = []
      root.walk((node) => {
        for (const name of ofNode(node))
          findings.push({ node: node as StyleFinding['node'], name: `css.${name}` })
      })
      return findings
    },
  }
}

/**
 * Returns a style sheet as one of the oldest supported engines reads it: without the parts that the engine does not
 * support.
 */
export function removeUnsupportedStyles(text: string, engines?: Engines): string {
  const root = parse(text)
  const reader = createStyleReader(engines)
  root.walkAtRules('supports', (rule) => {
    if (!reader.asksForUnknown(rule)) return
    if (/^\s*not\b/.test(rule.params)) rule.replaceWith(rule.nodes ?? [])
    else rule.remove()
  })
  for (const { node } of reader.find(root)) node.remove()
  return root.toString()
}
