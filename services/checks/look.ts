import { handles, links, mails, profiles } from '#services/checks/contacts/addresses.ts'
import { findNicks, mentions } from '#services/checks/contacts/mentions.ts'
import { invitations, isDisguised, names, turnedNames } from '#services/checks/contacts/messengers.ts'
import { findPhones } from '#services/checks/contacts/phones.ts'
import { isDenied, scams } from '#services/checks/scams/scams.ts'
import { findCards, wallets } from './cards.ts'
import { fold, type View } from './skeleton.ts'
import { joined, reversed, withDigits } from './views.ts'

export type Noticed = 'contacts' | 'links' | 'scam'
/** Range in the original text. */
export type Mark = [from: number, to: number]

/** Maximum characters by which a mark grows to the end of its word. */
const maxWordLength = 64
const overrides = /[\u202d\u202e]/

/**
 * Tests with `search` first, because `matchAll` copies its pattern, which costs more than a failed search.
 */
function matches(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) < 0 ? [] : text.matchAll(pattern)
}

/** Everything suspicious in a text, with its range. The time grows linearly with the text. */
export function look(text: string): { what: Noticed; mark: Mark }[] {
  const marks: { what: Noticed; mark: Mark }[] = []
  const plain = fold(text)
  const addMark = (what: Noticed, { at }: View, from: number, to: number) => {
    const ends = [at[from] ?? 0, at[to] ?? 0]
    marks.push({ what, mark: wholeWords(text, Math.min(...ends), Math.max(...ends)) })
  }
  const search = (what: Noticed, view: View, ...patterns: RegExp[]) => {
    for (const pattern of patterns)
      for (const match of matches(view.text, pattern))
        addMark(what, view, match.index, match.index + match[0].length)
  }
  const writtenIn =
    ({ at }: View) =>
    (from: number, to: number) =>
      text.slice(at[from], at[to])
  const phones = (view: View) => {
    const digits = withDigits(view)
    for (const [from, to] of findPhones(digits, writtenIn(digits))) addMark('contacts', digits, from, to)
    const before = (at: number) =>
      text.slice(Math.max(0, (digits.at[at] ?? 0) - maxWordLength), digits.at[at])
    for (const [from, to] of findCards(digits, before)) addMark('scam', digits, from, to)
  }
  for (const match of matches(plain.text, names)) {
    const to = match.index + match[0].length
    if (isDisguised(text.slice(plain.at[match.index], plain.at[to])))
      addMark('contacts', plain, match.index, to)
  }
  const row = joined(plain)
  for (const view of row === plain ? [plain] : [plain, row]) {
    search('contacts', view, ...mails, profiles, handles, invitations, mentions)
    for (const [from, to] of findNicks(view.text, writtenIn(view))) addMark('contacts', view, from, to)
    search('links', view, ...links)
  }
  for (const pattern of scams)
    for (const { index, 0: offer } of matches(plain.text, pattern))
      if (!isDenied(...around(plain.text, index, index + offer.length)))
        addMark('scam', plain, index, index + offer.length)
  search('scam', plain, ...wallets)
  phones(plain)
  const turned = reversed(plain)
  search('contacts', turned, turnedNames, mails[0] as RegExp, profiles)
  if (overrides.test(text)) phones(turned)
  return marks
}

/** Text before and after a range, limited to `maxWordLength` characters. */
function around(text: string, from: number, to: number): [before: string, after: string] {
  return [text.slice(Math.max(0, from - maxWordLength), from), text.slice(to, to + maxWordLength)]
}

const spaces = /[\s,;!?)»"]|[.](?:\s|$)/u

function wholeWords(text: string, from: number, to: number): Mark {
  const after = text.slice(to, to + maxWordLength).search(spaces)
  return [mailStart(text, from), after < 0 ? Math.min(text.length, to + maxWordLength) : to + after]
}

/** Extends the mark of an e-mail address to its local part, which the pattern leaves out. */
function mailStart(text: string, from: number): number {
  if (text[from] !== '@') return from
  const name = /[\p{L}\d_.+-]+$/u.exec(text.slice(Math.max(0, from - maxWordLength), from))
  return from - (name?.[0].length ?? 0)
}
