import { confusedWith, tableOf, tablesIn } from './columns.ts'
import type { Edit } from './operators.ts'

type Located = { start: number; end: number }
type Template = Located & { expressions: Located[] }

/**
 * An SQL template. The masked texts are as long as the template, so positions in them are positions in the template.
 */
interface Sql {
  /** Position of the template's first character in the source. */
  start: number
  raw: string
  /** The template with masked values. */
  text: string
  /** The template with masked values and masked quoted strings. */
  bare: string
  /** Keywords and brackets of `bare`, in their order. */
  tokens: Token[]
  /** Tables of the whole source, by alias. */
  aliases: Map<string, string>
}

interface Token {
  word: string
  at: number
  end: number
  /** Number of brackets that are open around the token. A bracket itself has the number outside it. */
  depth: number
}

/** Character that replaces masked text. Lower-case SQL never contains it. */
const mask = 'Q'
const words =
  /[(),;]|\b(?:select|(?<!distinct )from|where|and|or|between|case|when|then|else|end|as|on|returning|set|having|values|union|limit|offset|(?:group|order|partition) by|(?:left |cross |inner )?join|for (?:no key )?update|using|insert into)\b/g

/** Returns the mutations of one SQL template that imitate human mistakes, as described in slips.ts. */
export function sqlSlips(source: string, template: Template, aliases: Map<string, string>): Edit[] {
  const sql = parse(source, template, aliases)
  const edits = [conditions, pairsOfList, columns, units, limits, resets, deletions].flatMap((find) =>
    find(sql),
  )
  return edits.map(({ operator, start, end, text }) => ({
    operator: `sql: ${operator}`,
    start: sql.start + start,
    end: sql.start + end,
    text,
  }))
}

function parse(source: string, { start, end, expressions }: Template, aliases: Map<string, string>): Sql {
  const raw = source.slice(start + 1, end - 1)
  let text = raw
  for (const expression of expressions) {
    const from = source.lastIndexOf('${', expression.start) - start - 1
    const to = source.indexOf('}', expression.end) - start
    text = text.slice(0, from) + mask.repeat(to - from) + text.slice(to)
  }
  const bare = text.replace(/'[^']*'/g, (quoted) => `'${mask.repeat(quoted.length - 2)}'`)
  let depth = 0
  const tokens = [...bare.matchAll(words)].map(({ 0: word, index }) => {
    if (word === ')') depth--
    const token = { word, at: index, end: index + word.length, depth }
    if (word === '(') depth++
    return token
  })
  return { start: start + 1, raw, text, bare, tokens, aliases }
}

/** Mutations in which one condition of `where` or one operand of `and` is missing. */
function conditions({ bare, tokens }: Sql): Edit[] {
  const edits: Edit[] = []
  for (const [place, { word, at }] of tokens.entries()) {
    const clause = clauseAfter(bare, tokens, place)
    if (!clause) continue
    const change = (start: number, stop: number, text: string) =>
      edits.push({ operator: 'forget condition', start, end: stop, text })
    if (word === 'and' && !isOfBetween(tokens, place)) change(at, clause.end, '')
    if (word !== 'where' || /on conflict\s*\([^()]*\)\s*$/.test(bare.slice(0, at))) continue
    if (clause.next?.word === 'and') change(clause.start, spaceAfter(bare, clause.next.end), '')
    else if (clause.next?.word !== 'or') change(clause.start, clause.end, 'true')
  }
  return edits
}

/** Returns the words after a token up to the end of their condition, and the token that ends the condition. */
function clauseAfter(bare: string, tokens: Token[], place: number) {
  const token = tokens[place]
  if (!token) return undefined
  let cases = 0
  let next: Token | undefined
  for (let n = place + 1; n < tokens.length && !next; n++) {
    const one = tokens[n]
    if (!one || one.depth > token.depth || one.word === '(') continue
    if (one.depth < token.depth) next = one
    else if (one.word === 'case') cases++
    else if (one.word === 'end' && cases > 0) cases--
    else if (cases === 0 && one.word !== ')' && one.word !== 'between' && !isOfBetween(tokens, n)) next = one
  }
  const start = spaceAfter(bare, token.end)
  const end = bare.slice(0, next?.at ?? bare.length).trimEnd().length
  return end > start ? { start, end, next } : undefined
}

function isOfBetween(tokens: Token[], place: number): boolean {
  const token = tokens[place]
  if (token?.word !== 'and') return false
  const before = tokens
    .slice(0, place)
    .findLast(({ word, depth }) => depth === token.depth && !/[()]/.test(word))
  return before?.word === 'between'
}

const spaceAfter = (text: string, from: number) => from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)

/**
 * Mutations in which one pair of `in ((a, b), (b, a))` or one row of `values` is missing. The first one is never
 * removed.
 */
function pairsOfList({ bare }: Sql): Edit[] {
  const lists = bare.matchAll(/\b(?:in\s*\(|values)\s*\([^()]*\)(?:\s*,\s*\([^()]*\))+/g)
  return [...lists].flatMap(({ 0: list, index }) =>
    [...list.matchAll(/,\s*\([^()]*\)/g)]
      .map((pair) => ({ start: index + pair.index, end: index + pair.index + pair[0].length }))
      .map(({ start, end }) => ({ operator: 'forget pair', start, end, text: '' })),
  )
}

/** Mutations in which a column is replaced by another column of the same type. */
function columns({ bare, tokens, aliases }: Sql): Edit[] {
  const { names } = tablesIn(bare)
  const edits: Edit[] = []
  for (const { 0: found, 1: alias, 2: column = '', index } of bare.matchAll(
    /(?:\b([a-z]\w*)\.)?\b([a-z]\w*)\b(?![(.])/g,
  )) {
    const others = confusedWith(alias ? [tableOf(aliases, alias)] : names, column)
    const use = others.length > 0 ? wayOfUse(bare, tokens, index, index + found.length) : 'name'
    if (use === 'name') continue
    const end = index + found.length
    for (const other of others)
      edits.push({
        operator: 'wrong column',
        start: end - column.length,
        end,
        text: use === 'output' ? `${other} as ${column}` : other,
      })
  }
  return edits
}

/**
 * Returns how the SQL uses a column at a position: as a value, as an output column whose name must stay, or as a name
 * that no other column may replace.
 */
function wayOfUse(bare: string, tokens: Token[], at: number, end: number): 'value' | 'output' | 'name' {
  const before = bare.slice(0, at)
  if (/\bas $|\b(?:insert into \w+(?: as \w+)?|on conflict|using|set)\s*\([^()]*$/.test(before)) return 'name'
  const around = tokens.filter((token) => token.at < at)
  const last = around.at(-1)
  const depth = last ? last.depth + (last.word === '(' ? 1 : 0) : 0
  const word = around.findLast(
    (token) =>
      (token.depth === depth && !/[(),]/.test(token.word)) || (token.depth < depth && token.word === '('),
  )?.word
  if (word === 'group by') return 'name'
  const isOutput =
    (word === 'select' || word === 'returning') && /^\s*(?:,|\)|from\b|$)/.test(bare.slice(end))
  return isOutput ? 'output' : 'value'
}

const wrongUnits: Record<string, string> = { day: 'hour', hour: 'day', minute: 'hour', second: 'minute' }

/** Mutations in which an interval or a truncated date has another unit, or an interval's number is larger by one. */
function units({ text }: Sql): Edit[] {
  const edits: Edit[] = []
  for (const { 1: lead = '', 2: number, 3: unit = '', index } of text.matchAll(
    /(\binterval '|\bdate_trunc\(')(?:(\d+) )?(day|hour|minute|second)/g,
  )) {
    const start = index + lead.length
    const from = start + (number ? number.length + 1 : 0)
    edits.push({
      operator: 'wrong unit',
      start: from,
      end: from + unit.length,
      text: wrongUnits[unit] ?? unit,
    })
    if (number && number !== '1')
      edits.push({
        operator: 'off by one',
        start,
        end: start + number.length,
        text: String(Number(number) + 1),
      })
  }
  return edits
}

/**
 * Mutations in which a limit is larger by one. A limit of one row is not changed. The size of a batch is not changed
 * either, because it has no visible effect.
 */
function limits({ raw, bare }: Sql): Edit[] {
  return [...bare.matchAll(/\blimit (\d+|Q+)/g)]
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter(({ start, end }) => !/ 1$|batch/i.test(raw.slice(start, end)))
    .map(({ end }) => ({ operator: 'off by one', start: end, end, text: ' + 1' }))
}

/** Mutations in which an update no longer empties a column. */
function resets({ bare }: Sql): Edit[] {
  const found = [...bare.matchAll(/,\s*\w+ = null\b|(?<=\bset )\w+ = null,\s*/g)]
  return found.map(({ 0: reset, index }) => ({
    operator: 'forget reset',
    start: index,
    end: index + reset.length,
    text: '',
  }))
}

/**
 * Mutations in which a leading `delete` of a longer statement deletes nothing. A template with a single `delete` is not
 * changed here.
 */
function deletions({ bare }: Sql): Edit[] {
  return [...bare.matchAll(/(?<=\S\s*)\bdelete from \w+(?: \w+)? where\b/g)]
    .map(({ 0: found, index }) => index + found.length)
    .map((end) => ({ operator: 'forget delete', start: end, end, text: ' false and' }))
}
