import { type Finding, findings } from '#contract/options.ts'
import { handles, links, mails, profiles } from './checks/addresses.ts'
import { invitations, isDisguised, names, turnedNames } from './checks/messengers.ts'
import { findPhones } from './checks/phones.ts'
import { isDenied, scams } from './checks/scams.ts'
import { fold, hasInvisible, type View } from './checks/skeleton.ts'
import { joined, reversed, withDigits } from './checks/views.ts'

type Noticed = 'contacts' | 'links' | 'scam'
/** Places in the text as it was written. */
export type Mark = [from: number, to: number]

/** Characters by which a place grows to the end of its word. */
const longestWord = 64
const overrides = /[\u202d\u202e]/

/** Everything noticed in one text, with its place. Its time grows with the text and no faster. */
function look(text: string): { what: Noticed; mark: Mark }[] {
  const found: { what: Noticed; mark: Mark }[] = []
  const plain = fold(text)
  const add = (what: Noticed, { at }: View, from: number, to: number) => {
    const ends = [at[from] ?? 0, at[to] ?? 0]
    found.push({ what, mark: wholeWords(text, Math.min(...ends), Math.max(...ends)) })
  }
  const search = (what: Noticed, view: View, ...patterns: RegExp[]) => {
    for (const pattern of patterns)
      for (const match of view.text.matchAll(pattern))
        add(what, view, match.index, match.index + match[0].length)
  }
  const phones = (view: View) => {
    const digits = withDigits(view)
    const written = (from: number, to: number) => text.slice(digits.at[from], digits.at[to])
    for (const [from, to] of findPhones(digits, written)) add('contacts', digits, from, to)
  }
  for (const match of plain.text.matchAll(names)) {
    const to = match.index + match[0].length
    if (isDisguised(text.slice(plain.at[match.index], plain.at[to]))) add('contacts', plain, match.index, to)
  }
  const row = joined(plain)
  for (const view of row === plain ? [plain] : [plain, row]) {
    search('contacts', view, ...mails, profiles, handles, invitations)
    search('links', view, ...links)
  }
  for (const pattern of scams)
    for (const { index, 0: offer } of plain.text.matchAll(pattern))
      if (!isDenied(plain.text.slice(Math.max(0, index - longestWord), index)))
        add('scam', plain, index, index + offer.length)
  phones(plain)
  const turned = reversed(plain)
  search('contacts', turned, turnedNames, mails[0] as RegExp, profiles)
  if (overrides.test(text)) phones(turned)
  return found
}

const spaces = /[\s,;!?)»"]|[.](?:\s|$)/u

function wholeWords(text: string, from: number, to: number): Mark {
  const after = text.slice(to, to + longestWord).search(spaces)
  return [mailStart(text, from), after < 0 ? Math.min(text.length, to + longestWord) : to + after]
}

/** What stands before the sign of an e-mail address is a part of it. */
function mailStart(text: string, from: number): number {
  if (text[from] !== '@') return from
  const name = /[\p{L}\d_.+-]+$/u.exec(text.slice(Math.max(0, from - longestWord), from))
  return from - (name?.[0].length ?? 0)
}

export type ReviewedText = {
  /** Title, texts, tags, place: each is read alone. */
  texts: string[]
  /** The author has published before. */
  is_known_author: boolean
  /** Another listing says nearly the same. */
  is_duplicate?: boolean
  /** The author wanted the contacts of more people than a day shows. */
  is_gatherer?: boolean
}

/** Findings in the order of `findings`, each once. */
export function review({ texts, is_known_author, is_duplicate, is_gatherer }: ReviewedText): Finding[] {
  const noticed = new Set<Finding>(texts.flatMap((text) => look(text).map(({ what }) => what)))
  if (texts.some(hasInvisible)) noticed.add('invisible')
  if (is_duplicate) noticed.add('duplicate')
  if (is_gatherer) noticed.add('gatherer')
  if (!is_known_author) noticed.add('new_author')
  return findings.filter((finding) => noticed.has(finding))
}

/** Where the text shows contacts, links or a scam: pairs of places, in order, none inside another. */
export function suspicious(text: string): Mark[] {
  const sorted = look(text)
    .map(({ mark }) => mark)
    .sort(([one, first], [other, second]) => one - other || second - first)
  let end = 0
  return sorted.filter(([from, to]) => {
    const isFree = from >= end
    if (isFree) end = to
    return isFree
  })
}

/** So many places of a finding are named. */
const named = 3

/** What each finding is about, in the words of the texts: the first places of each. */
export function wordsNoticed(texts: string[]): Partial<Record<Finding, string[]>> {
  const found: Partial<Record<Finding, string[]>> = {}
  for (const text of texts)
    for (const { what, mark } of look(text).sort((one, other) => one.mark[0] - other.mark[0])) {
      const words = text.slice(...mark).trim()
      const all = found[what] ?? []
      if (all.length < named && !all.some((known) => known.includes(words) || words.includes(known)))
        found[what] = [...all, words]
    }
  return found
}
