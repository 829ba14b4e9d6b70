import { handles, links, mails, profiles } from '#services/checks/contacts/addresses.ts'
import { findNicks, mentions } from '#services/checks/contacts/mentions.ts'
import { invitations, isDisguised, names, turnedNames } from '#services/checks/contacts/messengers.ts'
import { findPhones } from '#services/checks/contacts/phones.ts'
import { isDenied, scams } from '#services/checks/scams/scams.ts'
import { findCards, wallets } from './cards.ts'
import { fold, type View } from './skeleton.ts'
import { joined, reversed, withDigits } from './views.ts'

export type Noticed = 'contacts' | 'links' | 'scam'
/** Places in the text as it was written. */
export type Mark = [from: number, to: number]

/** Characters by which a place grows to the end of its word. */
const longestWord = 64
const overrides = /[\u202d\u202e]/

/** `matchAll` copies its pattern each time, which costs more than to see that there is nothing to find. */
function found(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) < 0 ? [] : text.matchAll(pattern)
}

/** Everything noticed in one text, with its place. Its time grows with the text and no faster. */
export function look(text: string): { what: Noticed; mark: Mark }[] {
  const noticed: { what: Noticed; mark: Mark }[] = []
  const plain = fold(text)
  const add = (what: Noticed, { at }: View, from: number, to: number) => {
    const ends = [at[from] ?? 0, at[to] ?? 0]
    noticed.push({ what, mark: wholeWords(text, Math.min(...ends), Math.max(...ends)) })
  }
  const search = (what: Noticed, view: View, ...patterns: RegExp[]) => {
    for (const pattern of patterns)
      for (const match of found(view.text, pattern))
        add(what, view, match.index, match.index + match[0].length)
  }
  const writtenIn =
    ({ at }: View) =>
    (from: number, to: number) =>
      text.slice(at[from], at[to])
  const phones = (view: View) => {
    const digits = withDigits(view)
    for (const [from, to] of findPhones(digits, writtenIn(digits))) add('contacts', digits, from, to)
    const before = (at: number) => text.slice(Math.max(0, (digits.at[at] ?? 0) - longestWord), digits.at[at])
    for (const [from, to] of findCards(digits, before)) add('scam', digits, from, to)
  }
  for (const match of found(plain.text, names)) {
    const to = match.index + match[0].length
    if (isDisguised(text.slice(plain.at[match.index], plain.at[to]))) add('contacts', plain, match.index, to)
  }
  const row = joined(plain)
  for (const view of row === plain ? [plain] : [plain, row]) {
    search('contacts', view, ...mails, profiles, handles, invitations, mentions)
    for (const [from, to] of findNicks(view.text, writtenIn(view))) add('contacts', view, from, to)
    search('links', view, ...links)
  }
  for (const pattern of scams)
    for (const { index, 0: offer } of found(plain.text, pattern))
      if (!isDenied(...around(plain.text, index, index + offer.length)))
        add('scam', plain, index, index + offer.length)
  search('scam', plain, ...wallets)
  phones(plain)
  const turned = reversed(plain)
  search('contacts', turned, turnedNames, mails[0] as RegExp, profiles)
  if (overrides.test(text)) phones(turned)
  return noticed
}

/** The text around a place, no further than words reach. */
function around(text: string, from: number, to: number): [before: string, after: string] {
  return [text.slice(Math.max(0, from - longestWord), from), text.slice(to, to + longestWord)]
}

const spaces = /[\s,;!?)»"]|[.](?:\s|$)/u

function wholeWords(text: string, from: number, to: number): Mark {
  const after = text.slice(to, to + longestWord).search(spaces)
  return [mailStart(text, from), after < 0 ? Math.min(text.length, to + longestWord) : to + after]
}

/** The mark of an e-mail address begins with its name, which the pattern leaves out. */
function mailStart(text: string, from: number): number {
  if (text[from] !== '@') return from
  const name = /[\p{L}\d_.+-]+$/u.exec(text.slice(Math.max(0, from - longestWord), from))
  return from - (name?.[0].length ?? 0)
}
