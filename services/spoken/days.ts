import { limits } from '#contract/limits.ts'
import { words } from './plain.ts'

/** Deadline that a text names, as a date such as `2026-11-27`, and the words that name it. */
type FoundDeadline = { day: string; words: string }

const dayMs = 24 * 60 * 60_000
const months = [
  ...['январ|jan', 'феврал|feb', 'март|mar', 'апрел|apr', 'ма[йяю]|may', 'июн|jun'],
  ...['июл|jul', 'август|aug', 'сентябр|sep', 'октябр|oct', 'ноябр|nov', 'декабр|dec'],
]
const month = `(${months.join('|')})[\\p{L}]*`
const weekdays = [
  ...['воскресень[еяю]|вс|sun(?:day)?', 'понедельник[ау]?|пн|mon(?:day)?', 'вторник[ау]?|вт|tue(?:s|sday)?'],
  ...['сред[аеуы]|ср|wed(?:nesday)?', 'четверг[ау]?|чт|thu(?:rs|rsday)?', 'пятниц[аеуыи]|пт|fri(?:day)?'],
  'суббот[аеуы]|сб|sat(?:urday)?',
]
const weekday = `(${weekdays.join('|')})`
const till = '(?:до|к|ко|by|until|till|before|срок[иа]?:?|срок до|дедлайн:?|deadline:?|край -?)'
const unit = 'час\\p{L}*|hours?|дн\\p{L}*|день|days?|недел\\p{L}*|weeks?|месяц\\p{L}*|months?'
const span = `(?:(\\d+(?:[.,]\\d)?)[ -]?)?(${unit})`
const within = '(?:за|через|в течение|in|within|срок[иа]?|term|ready in|на|4 a|готов\\p{L}* за)[ :-]*(?:a )?'

type Rule = [pattern: RegExp, day: (match: string[], today: Date) => Date | null]

const plus = (today: Date, days: number) => new Date(today.getTime() + days * dayMs)
const endOf = (today: Date, month: number) => new Date(Date.UTC(today.getUTCFullYear(), month, 0))
const indexIn = (names: string[], found = '') =>
  names.findIndex((name) => new RegExp(`^(?:${name})`, 'u').test(found))

/** A day of the calendar; null if it does not exist, such as 31 November. */
function dateOf(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month, day))
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date : null
}

/** Next date with this month and day, from today on; null if neither this year nor the next has it. */
function nextDateOf(today: Date, month: number, day: number): Date | null {
  const year = today.getUTCFullYear()
  const dates = [dateOf(year, month, day), dateOf(year + 1, month, day)]
  return dates.find((date) => date !== null && date >= today) ?? null
}

/** The last day before the next beginning of a month. */
function beforeMonth(today: Date, month: number): Date | null {
  const first = nextDateOf(plus(today, 1), month, 1)
  return first && plus(first, -1)
}

/** The same day of the month some months later, or the last day of a shorter month. */
function monthsAfter(today: Date, months: number): Date {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + months]
  const lengthDays = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(today.getUTCDate(), lengthDays)))
}

function after(today: Date, count: string | undefined, unit = ''): Date {
  const many = count ? Number(count.replace(',', '.')) : 1
  if (/^(?:час|hour)/.test(unit)) return plus(today, Math.ceil(many / 24))
  if (/^(?:недел|week)/.test(unit)) return plus(today, many * 7)
  if (!/^(?:месяц|month)/.test(unit)) return plus(today, many)
  return plus(monthsAfter(today, Math.floor(many)), Math.floor((many % 1) * 30))
}

/** The next last day of the given month. */
function lastOf(today: Date, index: number): Date {
  const last = endOf(today, index + 1)
  return last < today ? new Date(Date.UTC(today.getUTCFullYear() + 1, index + 1, 0)) : last
}

const rules: Rule[] = [
  [
    words('(\\d{1,2})\\.(\\d{1,2})\\.(20\\d\\d)'),
    ([, d, m, year]) => dateOf(Number(year), Number(m) - 1, Number(d)),
  ],
  [
    words(`${till} (\\d{1,2})\\.(\\d{1,2})(?!\\.20\\d\\d|[ -]?(?:${unit}))`),
    ([, d, m], today) => nextDateOf(today, Number(m) - 1, Number(d)),
  ],
  [
    words(`(?:до |к |by |in )?(?:конц[ау]|конец|(?:the )?end of(?: the)?|the end of) ${month}`),
    ([, m], today) => lastOf(today, indexIn(months, m)),
  ],
  [
    words(`(?:by |in |до )?(?:середин[еыу]|mid) ${month}`),
    ([, m], today) => nextDateOf(today, indexIn(months, m), 15),
  ],
  [
    words(`(?:${till} |on )?(\\d{1,2})(?:-?го|th|st|nd|rd)? ${month}`),
    ([, d, m], today) => nextDateOf(today, indexIn(months, m), Number(d)),
  ],
  [
    words(`(?:${till} |on )?${month} (\\d{1,2})(?:th|st|nd|rd)?`),
    ([, m, d], today) => nextDateOf(today, indexIn(months, m), Number(d)),
  ],
  // A date that does not exist, such as "by February 30", is not read as the month alone.
  [words(`${till} ${month}(?! \\d{1,2}(?!\\d))`), ([, m], today) => beforeMonth(today, indexIn(months, m))],
  [words('к весне|до весны'), (_, today) => beforeMonth(today, 2)],
  [
    words('(?:(?:до|к) )?(?:нов\\p{L}+ год\\p{L}*)|(?:by |before |until )?(?:the )?new year'),
    (_, today) => endOf(today, 12),
  ],
  [
    words('(?:(?:до|к) )?(?:конц[ау]|конец) месяца|(?:by |until )?(?:the )?end of (?:the )?month'),
    (_, today) => endOf(today, today.getUTCMonth() + 1),
  ],
  [
    words(
      '(?:(?:до|к) )?(?:конц[ау]|конец) недели|на этой неделе|(?:by |until )?(?:the )?end of (?:the )?week|this week',
    ),
    (_, today) => plus(today, (7 - today.getUTCDay()) % 7),
  ],
  [words('(?:до|к) выходны[мх]'), (_, today) => plus(today, (12 - today.getUTCDay()) % 7)],
  [
    words(`${till} (?:следующ\\p{L}+ |next )?${weekday}`),
    ([, w], today) => plus(today, ((indexIn(weekdays, w) + 6 - today.getUTCDay()) % 7) + 1),
  ],
  [words('послезавтра'), (_, today) => plus(today, 2)],
  [
    words('(?:(?:на|к|до|by) )?(?:сегодня-)?(?:завтра|завтрашн\\p{L}+(?: утру)?|tomorrow|tmrw)'),
    (_, today) => plus(today, 1),
  ],
  [words('(?:к \\S+ )?сегодня|today|tonight'), (_, today) => today],
  [words(`${within}${span}`), ([, count, unit], today) => after(today, count, unit)],
  [
    // The comma inside a number such as "12,5 months" does not separate phrases.
    new RegExp(`(?<=^|[,.;!?\\n] |(?<!\\d)[,.;!?\\n])${span}(?: на все)?(?= ?(?:$|[,.;!?\\n]))`, 'u'),
    ([, count, unit], today) => (/час|hour/.test(unit ?? '') ? null : after(today, count, unit)),
  ],
]

/**
 * Finds the deadline. Days in the past, and days later than a deadline may be, are ignored.
 * @param plain the text by `plainOf`
 * @param today midnight of the writer's day, as UTC
 */
export function findDay(plain: string, today: Date): FoundDeadline | null {
  // The latest day that a deadline may have.
  const latest = new Date(today.getTime() + limits.deadline.ms - dayMs)
  for (const [pattern, dayOf] of rules) {
    const found = pattern.exec(plain)
    const day = found && dayOf([...found], today)
    if (day && day >= today && day <= latest) return { day: day.toISOString().slice(0, 10), words: found[0] }
  }
  return null
}
