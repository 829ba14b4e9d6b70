import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CallName } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { inEachLanguage, type Language, languages } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { type RateGroup, rateGroupOf, rates } from '#contract/rates.ts'
import { retained } from '#services/operations/retention.ts'
import { root } from '#tests/house/imports.ts'
import { market } from './market.ts'
import { machinery, operation } from './operation.ts'
import { duration, grouped, type LimitRow, type LimitRows, type ReadText } from './row.ts'
import { writing } from './writing.ts'

const chapters: [heading: string, rows: LimitRows][] = [
  ['What people write and attach', writing],
  ['Listings, responses, chats and deals', market],
  ['Money, moderation and support', operation],
  ['Logins, pages and memory', machinery],
]

const intro = `# Limits and promises of time

Every limit of the product, who meets it and what they read there, in Russian and in English. Values are those of
\`contract/limit-values.ts\`, \`contract/first-limits.ts\`, \`contract/rates.ts\` and \`services/operations/retention.ts\`; texts those of
\`contract/texts/\`. What each text promises, and the code that keeps it, stands in [promises.md](promises.md); intervals of the
background work are in \`workers/engine/timing.ts\`. A dash means that nobody is told: the limit only shapes what is shown.
\`npm test -- --project unit tests/limits-page.test.ts -u\` writes this page, and without \`-u\` the test holds it current.
`

const texts = inEachLanguage((language) => {
  const folder = path.join(root, 'contract/texts', language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'))))
}) as Record<Language, Record<string, string>>

/** Returns a text in one language as one line without tags. A plural key is chosen by the value `count`. */
function textOf(language: Language, [key, values]: [string, Record<string, number | string>]): string {
  const stem = key.replace(/_(one|few|many|other)$/, '')
  const form = new Intl.PluralRules(language).select(Number(values.count ?? 0))
  const found = texts[language][`${stem}_${form}`] ?? texts[language][key]
  if (found === undefined) throw new Error(`There is no text ${key} in ${language}.`)
  return found
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '…'))
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
}

const readCell = (reads: ReadText[]) =>
  reads
    .map((read): [string, Record<string, number | string>] => (typeof read === 'string' ? [read, {}] : read))
    .map((read) => languages.map((language) => textOf(language, read)).join(' / '))
    .join('<br>') || '—'

/**
 * Wraps a limit so that each value that is read is noted by its path, for example `files.perDay.bytes`. A list counts as
 * one value.
 */
function watch(value: unknown, place: string, noted: Set<string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    noted.add(place)
    return value
  }
  return new Proxy(value, {
    get: (target, name) =>
      typeof name === 'string' ? watch(Reflect.get(target, name), `${place}.${name}`, noted) : undefined,
  })
}

/** Returns the paths of all values of a limit. */
function placesOf(value: unknown, place: string): string[] {
  return typeof value !== 'object' || value === null || Array.isArray(value)
    ? [place]
    : Object.entries(value).flatMap(([name, inner]) => placesOf(inner, `${place}.${name}`))
}

/** Returns the values of `contract/limits.ts` that no row of the page says. */
export function unsaidLimits(): string[] {
  const noted = new Set<string>()
  for (const [, rows] of chapters) rowsOf(rows, noted)
  return placesOf(limits, 'limits').filter((place) => !noted.has(place))
}

function rowsOf(rows: LimitRows, noted: Set<string>): LimitRow[] {
  return Object.entries(rows).map(([name, row]) => {
    const value = watch(limits[name as keyof typeof limits], `limits.${name}`, noted)
    return (row as (value: unknown) => LimitRow)(value)
  })
}

/** Names of the groups of calls for people who do not know the calls. */
const countedCalls: Record<RateGroup, string> = {
  login: 'logins',
  registrations: 'registrations',
  strangers: 'requests without a session',
  pages: 'pages of the app, documents and unknown addresses',
  reads: 'reading',
  searches: 'searches and lists with filters',
  writes: 'every other change',
  deletions: 'deletions',
  uploads: 'uploads',
  payment_links: 'payment links',
  messages: 'messages of chats',
  typing: 'signals that somebody is typing',
  rooms: 'new chats',
  client_errors: 'reports of failures of the app',
  staff: 'calls of the staff',
}

function rateTable(): string[] {
  const groups = (Object.keys(calls) as CallName[]).map(rateGroupOf)
  const lines = (Object.keys(rates) as RateGroup[]).map((group) => {
    const { calls: most, ms, of } = rates[group]
    const count = groups.filter((other) => other === group).length
    const who = of === 'person' ? 'one person, or one address without a session' : 'one address'
    return `| ${countedCalls[group]}: ${grouped(most)} in ${duration(ms)} | ${count || '—'} | ${who} |`
  })
  const unlimited = groups.filter((group) => group === null).length
  return [
    '## How often',
    '',
    `Whoever asks more often reads: ${readCell(['errors.too_many_requests'])}. \`RATE_LIMIT_SCALE\` widens all of them. ${unlimited} calls`,
    'have no limit: those of the payment provider and of the health checks.',
    '',
    '| limit | calls | counted for |',
    '|---|---|---|',
    ...lines,
  ]
}

function retentionTable(): string[] {
  return [
    '## How long finished records are kept',
    '',
    'Money and the audit stay. People read of it in the privacy policy (`policy.stored` of the texts).',
    '',
    '| table | days |',
    '|---|---|',
    ...retained.map(({ table, days }) => `| \`${table}\` | ${days} |`),
  ]
}

/** Returns docs/limits.md. */
export function limitsPage(): string {
  const tables = chapters.map(([heading, rows]) =>
    [
      `## ${heading}`,
      '',
      '| limit or promise | who meets it | what they read |',
      '|---|---|---|',
      ...rowsOf(rows, new Set()).map(({ what, who, reads }) => `| ${what} | ${who} | ${readCell(reads)} |`),
    ].join('\n'),
  )
  return `${[intro.trim(), ...tables, rateTable().join('\n'), retentionTable().join('\n')].join('\n\n')}\n`
}
