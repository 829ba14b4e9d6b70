import { type ESTree, Visitor } from 'rolldown/utils'
import { confusedWith, isColumn, tableOf, tablesIn } from './columns.ts'
import type { Edit } from './operators.ts'
import { sqlSlips } from './sql-slips.ts'

/**
 * Mutations that imitate mistakes of tired programmers. A condition, a pair, a reset or a deletion is missing, a column
 * or a unit is wrong, or a bound is off by one. Tests miss them more often than mechanical mutations, because the code
 * still looks right.
 */
const slips = new Set([
  'forget condition',
  'forget pair',
  'forget reset',
  'forget delete',
  'wrong column',
  'wrong unit',
  'off by one',
])

export const isSlip = (operator: string) => slips.has(operator.replace(/^sql: /, ''))

type Located = { start: number; end: number }
type Report = (operator: string, place: Located, text: string) => void

const conditions = new Set('where whereRef having havingRef on onRef'.split(' '))
const columnCalls = new Set([...conditions, 'eb', 'ref', 'select', 'orderBy', 'max', 'min'])
/** Comparison operators of Kysely, each with the operator that includes or excludes the bound itself. */
const bounds: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
/** Numbers by which one unit of time is converted into another. */
const factors = new Set([24, 60, 1000, 3600, 60_000, 86_400, 3_600_000, 86_400_000])
const otherUnits: Record<string, string> = { day: '/ 24', hour: '* 24', minute: '* 60', second: '* 60' }

/** Returns all mutations of a source that imitate human mistakes. */
export function slipsOf(source: string, program: ESTree.Program): Edit[] {
  const edits: Edit[] = []
  const addEdit: Report = (operator, { start, end }, text) => edits.push({ operator, start, end, text })
  const text = ({ start, end }: Located) => source.slice(start, end)
  const { aliases } = tablesIn(source)

  new Visitor({
    CallExpression: (node) => {
      const name = calledName(node)
      const [first, second] = node.arguments
      if (conditions.has(name) && node.callee.type === 'MemberExpression' && isCondition(name, node))
        addEdit('forget condition', { start: node.callee.object.end, end: node.end }, '')
      if (name === 'and' || name === 'or') {
        if (first?.type === 'ArrayExpression') forgetOne('forget condition', first.elements, addEdit)
        if (first?.type === 'ObjectExpression') forgetOne('forget condition', first.properties, addEdit)
      }
      if (name === 'limit' && first && !/^1$|batch/i.test(text(first))) {
        addEdit('off by one', first, `(${text(first)}) + 1`)
        addEdit('off by one', first, `(${text(first)}) - 1`)
      }
      if ((conditions.has(name) || name === 'eb') && second?.type === 'Literal') {
        const other = bounds[String(second.value)]
        if (other) addEdit('off by one', second, `'${other}'`)
      }
      if (columnCalls.has(name))
        for (const column of columnsAmong(name, node))
          confuse(source, aliases, column, name === 'select', addEdit)
    },
    LogicalExpression: (node) => {
      if (node.operator !== '&&') return
      addEdit('forget condition', leftOf(source, node), '')
      // Removing the object from `...(a && { b })` would spread a value without properties, which changes nothing
      // useful. This mutation is skipped.
      if (node.right.type !== 'ObjectExpression') addEdit('forget condition', rightOf(source, node), '')
    },
    ArrayExpression: ({ elements }) => {
      const isOfPairs = elements.every((one) => one?.type === 'ArrayExpression' && one.elements.length > 1)
      if (isOfPairs) forgetOne('forget pair', elements, addEdit, (one) => one !== elements[0])
    },
    ObjectExpression: ({ properties }) => {
      forgetOne('forget reset', properties, addEdit, isReset)
    },
    BinaryExpression: (node) => {
      const { operator, left, right } = node
      if (operator !== '*' && operator !== '/') return
      if (isFactor(right)) addEdit('wrong unit', rightOf(source, node), '')
      else if (operator === '*' && isFactor(left)) addEdit('wrong unit', leftOf(source, node), '')
      for (const one of operator === '*' ? [left, right] : []) {
        const unit = one.type === 'Identifier' && /^(day|hour|minute|second)s?(Ms)?$/.exec(one.name)?.[1]
        if (unit) addEdit('wrong unit', one, `(${text(one)} ${otherUnits[unit]})`)
      }
    },
    ExpressionStatement: (node) => {
      if (/\bdeleteFrom\(|`\s*delete from\b/.test(text(node))) addEdit('forget delete', node, ';')
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (/^sql\b/.test(text(tag))) edits.push(...sqlSlips(source, quasi, aliases))
    },
  }).visit(program)
  return edits
}

type Operation = Located & { left: Located; right: Located; operator: string }

/**
 * Returns the span of the left operand with the operator. Brackets around an operand are not part of its syntax node.
 */
function leftOf(source: string, { start, left, operator }: Operation): Located {
  const after = source.indexOf(operator, left.end) + operator.length
  return { start, end: after + source.slice(after).search(/\S/) }
}

/** Returns the span of the operator with the right operand. */
function rightOf(source: string, { end, left, operator }: Operation): Located {
  return { start: source.slice(0, source.indexOf(operator, left.end)).trimEnd().length, end }
}

function calledName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return ''
  return callee.property.name
}

/** Kysely's `on` has three arguments. The `on` of an event emitter has two, a name and a listener. */
const isCondition = (name: string, node: ESTree.CallExpression) =>
  name !== 'on' || node.arguments.length === 3

/** Adds one mutation for each element, in which the element and its comma are missing. */
function forgetOne<T extends Located>(
  operator: string,
  elements: (T | null)[],
  report: Report,
  isMeant: (element: T) => boolean = () => elements.length > 1,
): void {
  for (const [at, element] of elements.entries()) {
    if (!element || !isMeant(element)) continue
    const following = elements[at + 1]
    const before = elements[at - 1]
    const start = following ? element.start : (before?.end ?? element.start)
    report(operator, { start, end: following ? following.start : element.end }, '')
  }
}

/** True for a property such as `unflagged_at: null` in an update, which resets a column. */
function isReset(property: ESTree.ObjectPropertyKind): boolean {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return false
  return property.value.type === 'Literal' && property.value.raw === 'null' && isColumn(property.key.name)
}

const isFactor = (node: ESTree.Expression | ESTree.PrivateIdentifier) =>
  node.type === 'Literal' && typeof node.value === 'number' && factors.has(node.value)

type Text = ESTree.StringLiteral

/** Returns the arguments of a Kysely call that are names of columns. */
function columnsAmong(name: string, { arguments: given }: ESTree.CallExpression): Text[] {
  const isText = (node: { type: string; value?: unknown } | null | undefined): node is Text =>
    node?.type === 'Literal' && typeof node.value === 'string'
  const [first, , third] = given
  const listed = first?.type === 'ArrayExpression' ? first.elements : [first]
  return [...listed, ...(name.endsWith('Ref') ? [third] : [])].filter(isText)
}

/**
 * Adds mutations in which a column is replaced by another column of its table. A selected column keeps its name in the
 * result row.
 */
function confuse(
  source: string,
  aliases: Map<string, string>,
  node: Text,
  isSelected: boolean,
  report: Report,
): void {
  const [, alias, column = '', as] = /^(?:(\w+)\.)?(\w+)( as \w+)?$/.exec(node.value) ?? []
  const table = alias ? tableOf(aliases, alias) : lastTable(source.slice(0, node.start))
  for (const other of confusedWith([table], column)) {
    const name = `${alias ? `${alias}.` : ''}${other}`
    report('wrong column', node, `'${name}${as ?? (isSelected ? ` as ${column}` : '')}'`)
  }
}

/** Returns the table of the last statement in a text. */
function lastTable(before: string): string {
  const named = [...before.matchAll(/\b(?:selectFrom|updateTable|deleteFrom|insertInto)\(\s*'(\w+)/g)].at(-1)
  return named?.[1] ?? ''
}
