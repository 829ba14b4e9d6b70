import { handles, links, mails, profiles } from '#services/checks/contacts/addresses.ts'
import { findNicks, mentions } from '#services/checks/contacts/mentions.ts'
import {
  invitations,
  isDisguised,
  messengerNames,
  reversedNames,
} from '#services/checks/contacts/messengers.ts'
import { findPhones } from '#services/checks/contacts/phones.ts'
import { isDenied, scams } from '#services/checks/scams/scams.ts'
import { findCards, wallets } from './cards.ts'
import { fold, type View } from './skeleton.ts'
import { joinSpacedLetters, reverseView, withDigits } from './views.ts'

export type SuspicionKind = 'contacts' | 'links' | 'scam'
/** Start and end of a suspicious part of a text, as positions in the original text. */
export type Mark = [from: number, to: number]

/** Maximum characters by which the mark of a suspicious part is extended to the end of its word. */
const maxWordLength = 64
const directionOverrides = /[\u202d\u202e]/

/**
 * Returns all matches of a pattern in a text. `search` runs first, because most texts have no match and a failed
 * `search` is cheaper than `matchAll`, which copies the pattern.
 */
function matches(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) < 0 ? [] : text.matchAll(pattern)
}

/**
 * Finds contacts, links and scam in a text, each with its position. The time grows linearly with the length of the
 * text.
 */
export function findSuspicious(text: string): { kind: SuspicionKind; mark: Mark }[] {
  const marks: { kind: SuspicionKind; mark: Mark }[] = []
  const plain = fold(text)
  const addMark = (kind: SuspicionKind, { positions }: View, from: number, to: number) => {
    const ends = [positions[from] ?? 0, positions[to] ?? 0]
    marks.push({ kind, mark: extendToWords(text, Math.min(...ends), Math.max(...ends)) })
  }
  const markMatches = (kind: SuspicionKind, view: View, ...patterns: RegExp[]) => {
    for (const pattern of patterns)
      for (const match of matches(view.text, pattern))
        addMark(kind, view, match.index, match.index + match[0].length)
  }
  const originalOf =
    ({ positions }: View) =>
    (from: number, to: number) =>
      text.slice(positions[from], positions[to])
  const markNumbers = (view: View) => {
    const digits = withDigits(view)
    for (const [from, to] of findPhones(digits, originalOf(digits))) addMark('contacts', digits, from, to)
    const textBefore = (at: number) =>
      text.slice(Math.max(0, (digits.positions[at] ?? 0) - maxWordLength), digits.positions[at])
    for (const [from, to] of findCards(digits, textBefore)) addMark('scam', digits, from, to)
  }
  for (const match of matches(plain.text, messengerNames)) {
    const to = match.index + match[0].length
    if (isDisguised(text.slice(plain.positions[match.index], plain.positions[to])))
      addMark('contacts', plain, match.index, to)
  }
  const joinedView = joinSpacedLetters(plain)
  for (const view of joinedView === plain ? [plain] : [plain, joinedView]) {
    markMatches('contacts', view, ...mails, profiles, handles, invitations, mentions)
    for (const [from, to] of findNicks(view.text, originalOf(view))) addMark('contacts', view, from, to)
    markMatches('links', view, ...links)
  }
  for (const pattern of scams)
    for (const { index, 0: offer } of matches(plain.text, pattern))
      if (!isDenied(...textAround(plain.text, index, index + offer.length)))
        addMark('scam', plain, index, index + offer.length)
  markMatches('scam', plain, ...wallets)
  markNumbers(plain)
  const reversedView = reverseView(plain)
  markMatches('contacts', reversedView, reversedNames, mails[0] as RegExp, profiles)
  if (directionOverrides.test(text)) markNumbers(reversedView)
  return marks
}

/** Returns the text before and after a suspicious place, at most `maxWordLength` characters each. */
function textAround(text: string, from: number, to: number): [before: string, after: string] {
  return [text.slice(Math.max(0, from - maxWordLength), from), text.slice(to, to + maxWordLength)]
}

const wordEnd = /[\s,;!?)»"]|[.](?:\s|$)/u

function extendToWords(text: string, from: number, to: number): Mark {
  const after = text.slice(to, to + maxWordLength).search(wordEnd)
  return [mailStart(text, from), after < 0 ? Math.min(text.length, to + maxWordLength) : to + after]
}

/**
 * Returns the position at which an e-mail address starts, given a match that starts at `@`. For any other match returns
 * its own start.
 */
function mailStart(text: string, from: number): number {
  if (text[from] !== '@') return from
  const name = /[\p{L}\d_.+-]+$/u.exec(text.slice(Math.max(0, from - maxWordLength), from))
  return from - (name?.[0].length ?? 0)
}
