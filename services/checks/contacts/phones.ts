import { foldPattern, type View } from '#services/checks/skeleton.ts'

type Group = { from: number; to: number; digits: string }

const gap = /^[\s().\-–—_*/|,~+='"\\]{0,4}$/u
/** Maximum number of digits in a phone number. */
const maxDigits = 15
/**
 * Phone numbers, as digits with the country code, in Belarus, Ukraine, Central Asia and the Caucasus. Numbers of
 * Moldova, Armenia and Turkmenistan have one digit less.
 */
const countryNumbers = /^(?:(?:375|380|99[24568])\d{9}|(?:373|374|993)\d{8})$/
/** Labels such as ИНН or ISBN. Digits after such a label are no phone number. */
const notPhoneLabel = new RegExp(
  foldPattern(
    '(?:инн|огрн|кпп|бик|вэд|ean|isbn|sku|inn|vat|id|арт|артикул\\p{L}{0,2}|№|#)[\\s:.,;№#\\d]{0,60}$',
  ),
  'u',
)
/** Pattern for a range of two amounts, such as «84 000 - 112 500», which is no phone number. */
const amountRange = /^\d{1,3}(?:[ .,]?\d{3}){1,2}\s?[-–—]\s?\d{1,3}(?:[ .,]?\d{3}){1,2}$/u

/** True if neighbouring groups of digits look like one phone number. */
function isPhone(text: string, groups: Group[], original: string): boolean {
  const [first] = groups
  const last = groups.at(-1)
  if (!first || !last) return false
  const digits = groups.map((group) => group.digits).join('')
  const raw = text.slice(first.from, last.to)
  if (digits.length < 10) return false
  if (/\+\s?\(?$/.test(text.slice(Math.max(0, first.from - 3), first.from))) return true
  if ((original.match(/\p{L}+/gu) ?? []).length >= 6) return true
  if (/^\d{3}\)?[-. ]\d{3}[-. ]?\d{4}$/.test(raw) && /[-.)]/.test(raw) && groups.length > 1) return true
  if (amountRange.test(raw) && /0\s?[-–—]/.test(raw) && raw.endsWith('0')) return false
  if (/^ 000(?!\d)/.test(text.slice(last.to, last.to + 5))) return false
  const size = first.digits.length
  if (/^(?:[78][3489]\d{9}|[78]7[047]\d{8})$/.test(digits))
    return size !== 2 && size !== 3 ? true : !/[,.]/.test(raw)
  if (/^07\d{9}$/.test(digits)) return !raw.includes(',')
  if (countryNumbers.test(digits)) return !raw.includes(',')
  if (!/^9\d{9}$/.test(digits)) return false
  const isAlone = groups.length === 1
  if (isAlone) return !notPhoneLabel.test(text.slice(Math.max(0, first.from - 70), first.from))
  return size === 3 || groups.every((group) => group.digits.length === 1)
}

/**
 * Finds phone numbers in a text whose number words have already been replaced by digits.
 * @param originalBetween returns the original text between two positions
 */
export function findPhones(
  { text }: View,
  originalBetween: (from: number, to: number) => string,
): [from: number, to: number][] {
  const ranges: [number, number][] = []
  const groups: Group[] = Array.from(text.matchAll(/\d+/g), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    digits: match[0],
  }))
  for (let i = 0; i < groups.length; i++) {
    const neighbours: Group[] = []
    let size = 0
    for (let j = i; j < groups.length; j++) {
      const group = groups[j] as Group
      const previous = neighbours.at(-1)
      size += group.digits.length
      if (size > maxDigits || (previous && !gap.test(text.slice(previous.to, group.from)))) break
      neighbours.push(group)
      const start = neighbours[0] as Group
      if (!isPhone(text, neighbours, originalBetween(start.from, group.to))) continue
      ranges.push([start.from, group.to])
      i = j
      break
    }
  }
  return ranges
}
