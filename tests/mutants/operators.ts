import { parseAst } from 'rolldown/parseAst'
import { type ESTree, Visitor } from 'rolldown/utils'
import { slipsOf } from './slips.ts'
import { sqlEdits } from './sql.ts'

/** A mutation of a source: the characters from `start` up to `end` are replaced by `text`. */
export interface Edit {
  operator: string
  start: number
  end: number
  text: string
}

type SourceSpan = { start: number; end: number }

const comparisons: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const equalities: Record<string, string> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' }
const sums: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*' }
const orders: Record<string, string> = { asc: 'desc', desc: 'asc' }
/**
 * Methods whose call a mutation removes from a chain of calls. Without it the code still runs, but with another result.
 */
const links = new Set(
  'forUpdate forNoKeyUpdate skipLocked orderBy limit onConflict distinctOn filter slice trim toLowerCase'.split(
    ' ',
  ),
)
const builders = new Set(
  'selectFrom updateTable insertInto deleteFrom innerJoin leftJoin select as ref column columns returning groupBy'.split(
    ' ',
  ),
)
/** Methods whose first arguments are a column and an operator. */
const comparing = new Set('where whereRef having on onRef orderBy eb limit'.split(' '))
const extremes: Record<string, string> = { min: 'max', max: 'min', some: 'every', every: 'some' }

/** Returns all mutations of a source that the operators can make, in the order of the source. */
export function editsOf(source: string): Edit[] {
  const edits: Edit[] = []
  /** Parts of a source that do not affect the product's behaviour: types, imports, messages for developers and logs. */
  const ignoredSpans: SourceSpan[] = []
  const ignoreSpan = (node: SourceSpan) => void ignoredSpans.push(node)
  const addMutant = (operator: string, { start, end }: SourceSpan, text: string) =>
    edits.push({ operator, start, end, text })
  const swapOperator = (
    operator: string,
    from: number,
    to: number,
    sign: string,
    replacement: string | undefined,
  ) => {
    const start = source.indexOf(sign, from)
    if (replacement !== undefined && start >= 0 && start < to)
      addMutant(operator, { start, end: start + sign.length }, replacement)
  }
  const text = ({ start, end }: SourceSpan) => source.slice(start, end)
  const skipNames = ({ arguments: given }: ESTree.CallExpression) =>
    given
      .slice(0, 2)
      .filter((one) => one.type === 'Literal' && !orders[String(one.value)])
      .forEach(ignoreSpan)
  const negateCondition = (test: ESTree.Expression) => addMutant('negate condition', test, `!(${text(test)})`)
  const returnAtOnce = (body: ESTree.FunctionBody | null) => {
    if (body && body.body.length > 0)
      addMutant('return at once', { start: body.start, end: body.start + 1 }, '{ return undefined as never;')
  }

  const program = parseAst(source, { lang: 'ts' })
  new Visitor({
    ImportDeclaration: ignoreSpan,
    ExportAllDeclaration: ignoreSpan,
    ExportNamedDeclaration: (node) => {
      if (node.source) ignoreSpan(node)
    },
    TSTypeAliasDeclaration: ignoreSpan,
    TSInterfaceDeclaration: ignoreSpan,
    TSTypeAnnotation: ignoreSpan,
    TSTypeParameterInstantiation: ignoreSpan,
    TSTypeParameterDeclaration: ignoreSpan,
    TSAsExpression: ({ typeAnnotation }) => ignoreSpan(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => ignoreSpan(typeAnnotation),
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Error') ignoreSpan(node)
    },
    IfStatement: (node) => {
      negateCondition(node.test)
      if (!node.alternate) addMutant('remove guard', node, '')
    },
    ConditionalExpression: ({ test }) => negateCondition(test),
    WhileStatement: ({ test }) => negateCondition(test),
    BinaryExpression: ({ left, right, operator }) => {
      swapOperator('shift boundary', left.end, right.start, operator, comparisons[operator])
      swapOperator('turn equality', left.end, right.start, operator, equalities[operator])
      swapOperator('turn sum', left.end, right.start, operator, sums[operator])
    },
    LogicalExpression: ({ left, right, operator }) => {
      if (operator === '??') addMutant('drop fallback', { start: left.end, end: right.end }, '')
      else swapOperator('swap and/or', left.end, right.start, operator, operator === '&&' ? '||' : '&&')
    },
    ExpressionStatement: (node) => addMutant('remove statement', node, ';'),
    ThrowStatement: (node) => addMutant('remove statement', node, ';'),
    FunctionDeclaration: ({ body }) => returnAtOnce(body),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type === 'BlockStatement') returnAtOnce(body)
    },
    ArrayExpression: ({ elements }) => {
      for (const [at, element] of elements.entries()) {
        const nextElement = elements[at + 1]
        const elementBefore = elements[at - 1]
        if (!element || elements.length === 1) continue
        addMutant(
          'remove element',
          nextElement
            ? { start: element.start, end: nextElement.start }
            : { start: elementBefore?.end ?? element.start, end: element.end },
          '',
        )
      }
    },
    Property: ({ key }) => {
      if (key.type === 'Literal') ignoreSpan(key)
    },
    Literal: (node) => {
      if (typeof node.value === 'boolean') addMutant('turn boolean', node, String(!node.value))
      else if (typeof node.value === 'number' && node.value > 100)
        addMutant('double number', node, `(${text(node)} * 2)`)
      else if (typeof node.value === 'number') {
        addMutant('number plus one', node, `(${text(node)} + 1)`)
        addMutant('number minus one', node, `(${text(node)} - 1)`)
      } else if (typeof node.value === 'string' && orders[node.value])
        addMutant('turn order', node, `'${orders[node.value]}'`)
      else if (typeof node.value === 'string' && node.value !== '') addMutant('empty text', node, "''")
    },
    CallExpression: (node) => {
      const { callee } = node
      if (callee.type === 'Identifier' && comparing.has(callee.name)) skipNames(node)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      if (/\blog$/.test(text(callee.object))) ignoreSpan(node)
      // Names of tables and columns are not mutated. With a wrong name the code fails at once, which proves nothing
      // about the tests.
      if (builders.has(name))
        node.arguments.filter(({ type }) => type !== 'ArrowFunctionExpression').forEach(ignoreSpan)
      if (comparing.has(name)) skipNames(node)
      if (links.has(name)) addMutant('drop link', { start: callee.object.end, end: node.end }, '')
      const oppositeExtreme = Object.hasOwn(extremes, name) && extremes[name]
      if (oppositeExtreme) addMutant('swap extreme', callee.property, oppositeExtreme)
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (!/^sql\b/.test(text(tag))) return
      for (const { start, end } of quasi.quasis) edits.push(...sqlEdits(source, start, end))
    },
  }).visit(program)

  const slips = slipsOf(source, program)
  const placeOf = ({ start, end, text }: Edit) => `${start} ${end} ${text}`
  const taken = new Set(slips.map(placeOf))
  const isSilent = ({ start, end }: Edit) => ignoredSpans.some((one) => one.start <= start && end <= one.end)
  const others = edits.filter((edit) => !isSilent(edit) && !taken.has(placeOf(edit)))
  return [...slips, ...others].toSorted((a, b) => a.start - b.start || a.end - b.end)
}
