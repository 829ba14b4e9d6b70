import { words } from './plain.ts'

/** Latest day that a text names, as `2026-11-27`, and the words that name it. */
type Said = { day: string; words: string }

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
const span =
  '(?:(\\d+(?:[.,]\\d)?)[ -]?)?(час\\p{L}*|hours?|дн\\p{L}*|день|days?|недел\\p{L}*|weeks?|месяц\\p{L}*|months?)'
const within = '(?:за|через|в течение|in|within|срок[иа]?|term|ready in|на|4 a|готов\\p{L}* за)[ :-]*(?:a )?'

type Rule = [pattern: RegExp, day: (found: string[], today: Date) => Date | null]

const plus = (today: Date, days: number) => new Date(today.getTime() + days * dayMs)
const endOf = (today: Date, month: number) => new Date(Date.UTC(today.getUTCFullYear(), month, 0))
const indexIn = (names: string[], found = '') =>
  names.findIndex((name) => new RegExp(`^(?:${name})`, 'u').test(found))

/** Next date with this month and day, from today on. */
function coming(today: Date, month: number, day: number): Date | null {
  if (month < 0 || month > 11 || day < 1 || day > 31) return null
  const date = new Date(Date.UTC(today.getUTCFullYear(), month, day))
  return date < today ? new Date(Date.UTC(today.getUTCFullYear() + 1, month, day)) : date
}

function after(today: Date, count: string | undefined, unit = ''): Date {
  const many = count ? Number(count.replace(',', '.')) : 1
  if (/^(?:час|hour)/.test(unit)) return plus(today, Math.ceil(many / 24))
  if (/^(?:недел|week)/.test(unit)) return plus(today, many * 7)
  if (!/^(?:месяц|month)/.test(unit)) return plus(today, many)
  const date = new Date(today)
  date.setUTCMonth(date.getUTCMonth() + Math.floor(many))
  return plus(date, Math.floor((many % 1) * 30))
}

function lastOf(today: Date, index: number): Date | null {
  const first = coming(today, index, 1)
  return first && endOf(first, index + 1)
}

const rules: Rule[] = [
  [
    words('(\\d{1,2})\\.(\\d{1,2})\\.(20\\d\\d)'),
    ([, d, m], today) => coming(today, Number(m) - 1, Number(d)),
  ],
  [words(`${till} (\\d{1,2})\\.(\\d{1,2})`), ([, d, m], today) => coming(today, Number(m) - 1, Number(d))],
  [
    words(`(?:до |к |by |in )?(?:конц[ау]|конец|(?:the )?end of(?: the)?|the end of) ${month}`),
    ([, m], today) => lastOf(today, indexIn(months, m)),
  ],
  [
    words(`(?:by |in |до )?(?:середин[еыу]|mid) ${month}`),
    ([, m], today) => coming(today, indexIn(months, m), 15),
  ],
  [
    words(`(?:${till} |on )?(\\d{1,2})(?:-?го|th|st|nd|rd)? ${month}`),
    ([, d, m], today) => coming(today, indexIn(months, m), Number(d)),
  ],
  [
    words(`(?:${till} |on )?${month} (\\d{1,2})(?:th|st|nd|rd)?`),
    ([, m, d], today) => coming(today, indexIn(months, m), Number(d)),
  ],
  [
    words(`${till} ${month}`),
    ([, m], today) => {
      const first = coming(today, indexIn(months, m), 1)
      return first && plus(first, -1)
    },
  ],
  [
    words('к весне|до весны'),
    (_, today) => {
      const march = coming(today, 2, 1)
      return march && plus(march, -1)
    },
  ],
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
    new RegExp(`(?<=^|[,.;!?\\n] ?)${span}(?: на все)?(?= ?(?:$|[,.;!?\\n]))`, 'u'),
    ([, count, unit], today) => (/час|hour/.test(unit ?? '') ? null : after(today, count, unit)),
  ],
]

/**
 * Finds the deadline in a text.
 * @param plain the text by `plainOf`
 * @param today midnight of the writer's day, as UTC
 */
export function findDay(plain: string, today: Date): Said | null {
  for (const [pattern, dayOf] of rules) {
    const found = pattern.exec(plain)
    const day = found && dayOf([...found], today)
    if (day) return { day: day.toISOString().slice(0, 10), words: found[0] }
  }
  return null
}
