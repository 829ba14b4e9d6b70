/** What the automatic checks notice; a moderator decides what it means. */

export const findings = ['contacts', 'links', 'scam', 'duplicate', 'new_author'] as const
export type Finding = (typeof findings)[number]

export type ReviewedText = {
  title: string
  text: string
  /** The author has published before. */
  is_known_author: boolean
  /** Another listing says nearly the same. */
  is_duplicate?: boolean
}

// Letters and digits of any script: JavaScript's \b knows Latin only.
const start = '(?<![\\p{L}\\d_])'
const end = '(?![\\p{L}\\d_])'
const words = (...list: string[]) => new RegExp(`${start}(?:${list.join('|')})`, 'iu')

const contacts = [
  // Eleven digits after +7, 7 or 8, or ten and more after another country's plus, with any separators.
  new RegExp(`${start}(?:\\+|[78])(?:[\\s().-]*\\d){10,14}${end}`, 'u'),
  /[\w.+-]+@[\w-]+\.[a-z]{2,}/i,
  /(?<![\w.@/])@[a-z]\w{4,31}/i,
  words('(?:t|wa|vk)\\.me/', 'telegram\\.me/', 'vk\\.com/'),
  words('телеграмм?[аеу]?', 'в?атс?апп?[аеу]?', 'вотсапп?[аеу]?', 'whats ?app', 'viber', 'вайбер[аеу]?'),
  words('(?:мой|моя|наш) (?:телефон|почта|номер)', 'звоните', 'пишите (?:в|на) (?:тг|лс|почту)'),
]

const links = [/https?:\/\//i, /(?<![\w.@-])(?:[\w-]+\.)+(?:ru|com|net|org|io|me|su|рф|online|site|shop)\//iu]

const scam = [
  words(
    'предоплат[аыу] (?:за|на)',
    'внес(?:ите|ти) (?:депозит|залог|оплату)',
    'страхов(?:ой|ая) (?:взнос|сумма)',
  ),
  words(
    'л[её]гки[ехй] (?:деньги|заработок)',
    'заработок без вложений',
    'гарантированн(?:ый|ая) (?:доход|прибыль)',
  ),
  words('перевед(?:ите|и) (?:деньги|на карту)', 'данные (?:вашей )?карты', 'cvv', 'код из (?:смс|sms)'),
  words('обнал', 'закладк', 'дроп(?:ы|ов|пер)', 'казино', 'ставки на спорт'),
  words(
    'easy money',
    'guaranteed (?:income|profit)',
    'advance (?:fee|payment)',
    'gift cards?',
    'western union',
  ),
]

/** Findings in the order of `findings`, each once. */
export function review({ title, text, is_known_author, is_duplicate }: ReviewedText): Finding[] {
  const all = `${title}\n${text}`
  const found: Record<Finding, boolean> = {
    contacts: contacts.some((pattern) => pattern.test(all)),
    links: links.some((pattern) => pattern.test(all)),
    scam: scam.some((pattern) => pattern.test(all)),
    duplicate: is_duplicate === true,
    new_author: !is_known_author,
  }
  return findings.filter((finding) => found[finding])
}

/** Where the text shows contacts, links or a scam: pairs of places, in order, none inside another. */
export function suspicious(text: string): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const pattern of [...contacts, ...links, ...scam])
    for (const match of text.matchAll(new RegExp(pattern, `g${pattern.flags}`))) {
      const end = text.slice(match.index + match[0].length).search(/[\s,;!?)»"]|[.](?:\s|$)|$/u)
      found.push([match.index, match.index + match[0].length + Math.max(0, end)])
    }
  const sorted = found.sort(([one, first], [other, second]) => one - other || second - first)
  return sorted.filter(([from], at) => sorted.slice(0, at).every(([, to]) => to <= from))
}

/** Reasons of a rejection that have words of their own; anything else is the moderator's own text. */
export const rejectionReasons = ['contacts', 'forbidden', 'unclear', 'scam'] as const
/** Those of them for which a person is blocked with one press. */
export const blockReasons = ['scam', 'forbidden', 'contacts'] as const
/** Characters of a moderator's own reason. */
export const reasonLength = { min: 3, max: 500 } as const
export type RejectionReason = (typeof rejectionReasons)[number]

export function isKnownReason(reason: string): reason is RejectionReason {
  return rejectionReasons.includes(reason as RejectionReason)
}
