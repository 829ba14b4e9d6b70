import { parseAst } from 'rolldown/parseAst'
import { api, childFeaturesOf, type Engines, findEntry, html, isMissing, javascript } from './compat.ts'
import { listBuiltIns } from './objects.ts'
import { type Node, syntax } from './syntax.ts'

/** A place in a script that uses a feature that one of the engines lacks, with the surrounding code. */
export type ScriptFinding = { name: string; code: string }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nameOf = (node: unknown) =>
  isNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined
const textOf = (node: unknown) =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** Interfaces of well-known global objects. For example, `document` has the interface `Document`. */
const interfaceOfGlobal: Record<string, string> = {
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  window: 'Window',
}

/** Returns the name of the property that an expression reads, as in `x.name` and `x['name']`. */
function memberOf({ type, computed, property }: Node): string | undefined {
  if (type !== 'MemberExpression') return undefined
  return computed ? textOf(property) : nameOf(property)
}

/** Returns the names of the options that a call passes, as in `f(x, { name: 1 })`. */
function optionsOf(node: Node): string[] {
  return ((node.arguments as Node[] | undefined) ?? [])
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties }) => (properties as Node[]).map(({ key }) => nameOf(key) ?? textOf(key) ?? ''))
}

function buildFeatureTables(engines?: Engines) {
  const objects = listBuiltIns(engines)
  const knownObjects = objects.filter((object) => !object.isMissing)
  const instances = knownObjects.flatMap(({ name, members }) =>
    members.filter(({ isStatic }) => !isStatic).map((member) => ({ ...member, owner: name })),
  )
  const oldNames = new Set(instances.filter((member) => !member.isMissing).map(({ name }) => name))
  const missingMembers = instances.filter((member) => member.isMissing)
  return {
    globals: new Set(objects.filter((object) => object.isMissing).map(({ name }) => name)),
    statics: new Set(
      knownObjects.flatMap(({ name, members }) =>
        members
          .filter((member) => member.isStatic && member.isMissing)
          .map((member) => `${name}.${member.name}`),
      ),
    ),
    /**
     * Names of properties that no object had in the oldest supported engines, so that the name alone identifies the
     * newer feature.
     */
    namesNewEverywhere: new Set(missingMembers.map(({ name }) => name).filter((name) => !oldNames.has(name))),
    owned: new Set(missingMembers.map(({ name, owner }) => `${owner}#${name}`)),
    syntax: syntax.filter(([path]) => {
      const entry = findEntry(javascript, path)?.__compat
      return entry !== undefined && isMissing(entry, engines)
    }),
    options: optionTable(engines),
    attributes: attributeTable(engines),
  }
}

/** Returns the options of calls that an engine does not support, such as `addEventListener signal`. */
function optionTable(engines?: Engines): Set<string> {
  const calls = [javascript.builtins, findEntry(javascript, 'builtins.Intl'), api].flatMap((table) =>
    childFeaturesOf(table).flatMap(([owner, entry]) => [[owner, entry] as const, ...childFeaturesOf(entry)]),
  )
  return new Set(
    calls.flatMap(([call, entry]) =>
      [
        ...childFeaturesOf(entry),
        ...childFeaturesOf(entry.options_parameter),
        ...childFeaturesOf(entry.init_parameter),
      ].flatMap(([key, part]) => {
        const [, option] = /^(?:options|init)_(\w+)_parameter$/.exec(key) ?? []
        return option && part.__compat && isMissing(part.__compat, engines)
          ? [`${call.replace(/_static$/, '')} ${option}`]
          : []
      }),
    ),
  )
}

/** Returns the HTML attributes that an engine does not support, such as `div inert`. */
function attributeTable(engines?: Engines) {
  const missingOf = (parts: [string, { __compat?: Parameters<typeof isMissing>[0] }][]) =>
    parts.filter(([, { __compat }]) => __compat && isMissing(__compat, engines)).map(([name]) => name)
  const globalAttributes = missingOf(childFeaturesOf(html.global_attributes))
  const perElement = childFeaturesOf(html.elements).flatMap(([element, entry]) =>
    missingOf(childFeaturesOf(entry)).map((name) => `${element} ${name}`),
  )
  return { all: new Set(globalAttributes), own: new Set(perElement) }
}

type Tables = ReturnType<typeof buildFeatureTables>

/** Returns the names that a script declares, and the classes of the variables that the script creates with `new`. */
function declaredIn(program: Node) {
  const names = new Set<string>()
  const kinds = new Map<string, string>()
  const bind = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Identifier') names.add(node.name as string)
    else for (const childNode of Object.values(node).flat()) bind(childNode)
  }
  walkTree(program, (node) => {
    if (node.type === 'VariableDeclarator') {
      bind(node.id)
      const init = node.init as Node | null
      const name = nameOf(node.id)
      const kind = init?.type === 'NewExpression' ? nameOf(init.callee) : undefined
      if (name && kind) kinds.set(name, kind)
    } else if (/Function|^Class/.test(node.type)) {
      bind(node.id)
      for (const parameter of (node.params as Node[] | undefined) ?? []) bind(parameter)
    } else if (/^Import.*Specifier$/.test(node.type)) bind(node.local)
    else if (node.type === 'CatchClause') bind(node.param)
  })
  return { names, kinds }
}

function walkTree(node: Node, visit: (node: Node, ancestors: Node[]) => void, ancestors: Node[] = []): void {
  visit(node, ancestors)
  ancestors.push(node)
  for (const child of Object.values(node).flat()) if (isNode(child)) walkTree(child, visit, ancestors)
  ancestors.pop()
}

/** True if code checks a feature before using it: `typeof x.y`, `x.y?.()`, `'y' in x`, `if (x.y) …`, `x.y ?? …`. */
function isFeatureChecked(node: Node, name: string, ancestors: Node[], code: string): boolean {
  const [parent] = ancestors.slice(-1)
  if (!parent) return false
  if (parent.type === 'UnaryExpression' && /^(typeof|!)$/.test(parent.operator as string)) return true
  if (parent.type === 'CallExpression' && parent.callee === node && parent.optional) return true
  if (parent.type === 'MemberExpression' && parent.object === node && parent.optional) return true
  const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)
  return ancestors.some((ancestor, at) => {
    const test = (ancestor.test ?? (ancestor.type === 'LogicalExpression' ? ancestor.left : undefined)) as
      | Node
      | undefined
    if (!test) return false
    const isInTest = ancestors[at + 1] === test || (at === ancestors.length - 1 && node === test)
    if (isInTest)
      return ancestors
        .slice(at + 1)
        .every(({ type }) => type === 'LogicalExpression' || type === 'ChainExpression')
    return word.test(code.slice(test.start, test.end))
  })
}

function namesIn(
  node: Node,
  parent: Node | undefined,
  tables: Tables,
  declarations: ReturnType<typeof declaredIn>,
): string[] {
  const isFree = (name: string) => !declarations.names.has(name)
  const member = memberOf(node)
  if (member !== undefined) {
    const object = node.object as Node
    const owner = nameOf(object) ?? memberOf(object)
    if (owner && tables.statics.has(`${owner}.${member}`)) return [`${owner}.${member}`]
    if (owner && /^(window|globalThis|self)$/.test(owner) && tables.globals.has(member)) return [member]
    const kind =
      object.type === 'NewExpression'
        ? nameOf(object.callee)
        : (declarations.kinds.get(owner ?? '') ?? interfaceOfGlobal[owner ?? ''])
    if (kind && tables.owned.has(`${kind}#${member}`)) return [`${kind}#${member}`]
    return tables.namesNewEverywhere.has(member) ? [`#${member}`] : []
  }
  if (node.type === 'Identifier') {
    const isKey =
      (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
      (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent?.type ?? '') &&
        parent?.key === node &&
        !parent.computed &&
        !parent.shorthand) ||
      /Specifier$|^(Labeled|Break|Continue)Statement$/.test(parent?.type ?? '')
    const name = node.name as string
    return !isKey && tables.globals.has(name) && isFree(name) ? [name] : []
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return []
  const called = nameOf(node.callee) ?? memberOf(node.callee as Node) ?? ''
  const options = optionsOf(node)
  const missingOptions = options
    .map((option) => `${called} ${option}`)
    .filter((name) => tables.options.has(name))
  const element = textOf((node.arguments as Node[])[0])
  if (!element || !/^[a-z][a-z\d]*$/.test(element)) return missingOptions
  const attributes = options
    .map((option) => option.toLowerCase())
    .filter(
      (option) => tables.attributes.all.has(option) || tables.attributes.own.has(`${element} ${option}`),
    )
  return [...missingOptions, ...attributes.map((attribute) => `<${element} ${attribute}>`)]
}

/**
 * Creates a reader that finds features in a script which one of the engines lacks and which the script uses without a
 * check.
 */
export function createScriptReader(engines?: Engines): (code: string) => ScriptFinding[] {
  const tables = buildFeatureTables(engines)
  return (code) => {
    const findings: ScriptFinding[] = []
    const program = parseAst(code) as unknown as Node
    const declarations = declaredIn(program)
    walkTree(program, (node, ancestors) => {
      const parent = ancestors.at(-1)
      const syntaxNames = tables.syntax.filter(([, matches]) => matches(node, parent)).map(([path]) => path)
      const isOutside = !ancestors.some(({ type }) => /Function/.test(type))
      if (node.type === 'AwaitExpression' && isOutside) syntaxNames.push('operators.await.top_level')
      const usedNames = namesIn(node, parent, tables, declarations).filter(
        (name) => !isFeatureChecked(node, name.split(/[.#]/).at(-1) ?? name, ancestors, code),
      )
      for (const name of [...syntaxNames, ...usedNames])
        findings.push({
          name,
          code: code.slice(Math.max(0, node.start - 30), Math.min(node.end, node.start + 90)),
        })
    })
    return findings
  }
}
