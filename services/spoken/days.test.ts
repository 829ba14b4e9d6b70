import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDay } from './days.ts'
import { plainOf } from './plain.ts'

/** Deadlines in words are compared with a simple model, which checks the days of the next two years one by one. */

const dayMs = 24 * 60 * 60_000
const today = fc.integer({ min: 0, max: 6 * 365 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)))

type Calendar = { year: number; month: number; date: number; weekday: number; isLastOfMonth: boolean }
type Phrase = {
  words: string
  /** Number of days from today to the day that the words name; -1 if there is no such day. */
  dayIn: (days: Calendar[]) => number
}

/** Number of days from today to the latest possible deadline. */
const lastDay = 365

/** Returns today and the following 699 days. Days after the first year are too late for a deadline. */
function daysFrom(start: Date): Calendar[] {
  return Array.from({ length: 700 }, (_, days) => {
    const day = new Date(start.getTime() + days * dayMs)
    return {
      year: day.getUTCFullYear(),
      month: day.getUTCMonth() + 1,
      date: day.getUTCDate(),
      weekday: day.getUTCDay(),
      isLastOfMonth: new Date(day.getTime() + dayMs).getUTCDate() === 1,
    }
  })
}

const genitives = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(
  ' ',
)
const datives = 'январю февралю марту апрелю маю июню июлю августу сентябрю октябрю ноябрю декабрю'.split(' ')
const englishMonths =
  'January February March April May June July August September October November December'.split(' ')
const month = fc.integer({ min: 1, max: 12 })
const date = fc.integer({ min: 1, max: 31 })
const twoDigits = (number: number) => String(number).padStart(2, '0')
/** Index of the first day that matches the condition, or -1. */
const indexOfFirstDay =
  (fits: (day: Calendar) => boolean): Phrase['dayIn'] =>
  (days) =>
    days.findIndex(fits)
/** Generates one of several spellings of the same day. */
const phraseOf = (spellings: string[], dayIn: Phrase['dayIn']): fc.Arbitrary<Phrase> =>
  fc.constantFrom(...spellings).map((words) => ({ words, dayIn }))

const dayOfYear = fc.tuple(date, month).chain(([d, m]) => {
  const [russian, english] = [genitives[m - 1], englishMonths[m - 1]]
  return phraseOf(
    [
      ...[`до ${d}.${m}`, `к ${twoDigits(d)}.${twoDigits(m)}`, `до ${d} ${russian}`, `к ${d}-го ${russian}`],
      ...[`by ${d}.${m}`, `by ${d} ${english}`, `before ${english} ${d}`, `by ${english?.slice(0, 3)} ${d}`],
    ],
    indexOfFirstDay((day) => day.date === d && day.month === m),
  )
})
const dayOfSomeYear = fc.tuple(date, month, fc.integer({ min: 2025, max: 2034 })).chain(([d, m, year]) =>
  phraseOf(
    [`до ${twoDigits(d)}.${twoDigits(m)}.${year}`, `by ${d}.${m}.${year}`],
    indexOfFirstDay((day) => day.date === d && day.month === m && day.year === year),
  ),
)
const endOfMonth = month.chain((m) =>
  phraseOf(
    [`до конца ${genitives[m - 1]}`, `к концу ${genitives[m - 1]}`, `by the end of ${englishMonths[m - 1]}`],
    indexOfFirstDay((day) => day.month === m && day.isLastOfMonth),
  ),
)
const middleOfMonth = month.chain((m) =>
  phraseOf(
    [`до середины ${genitives[m - 1]}`, `by mid ${englishMonths[m - 1]}`],
    indexOfFirstDay((day) => day.month === m && day.date === 15),
  ),
)
/** "By March" means by the last day of February. */
const beforeMonth = month.chain((m) =>
  phraseOf(
    [`к ${datives[m - 1]}`, `до ${genitives[m - 1]}`, `by ${englishMonths[m - 1]}`],
    indexOfFirstDay((day) => day.isLastOfMonth && day.month === (m === 1 ? 12 : m - 1)),
  ),
)
const weekdays: [russian: string, english: string][] = [
  ['воскресенья', 'Sunday'],
  ['понедельника', 'Monday'],
  ['вторника', 'Tuesday'],
  ['среды', 'Wednesday'],
  ['четверга', 'Thursday'],
  ['пятницы', 'Friday'],
  ['субботы', 'Saturday'],
]
/** If today is a Friday, "by Friday" means the Friday of next week. */
const byWeekday = fc.integer({ min: 0, max: 6 }).chain((weekday) => {
  const [russian, english] = weekdays[weekday] ?? ['', '']
  return phraseOf(
    [`до ${russian}`, `до следующей ${russian}`, `by ${english}`, `until ${english.slice(0, 3)}`],
    (days) => days.findIndex((day, place) => place > 0 && day.weekday === weekday),
  )
})
const namedDay = fc.oneof(
  phraseOf(['до конца недели', 'на этой неделе', 'by the end of the week'], (days) =>
    days.findIndex(({ weekday }) => weekday === 0),
  ),
  phraseOf(['к выходным', 'до выходных'], (days) => days.findIndex(({ weekday }) => weekday === 5)),
  phraseOf(['до конца месяца', 'к концу месяца', 'by the end of the month'], (days) =>
    days.findIndex(({ isLastOfMonth }) => isLastOfMonth),
  ),
  phraseOf(['до нового года', 'к новому году', 'before the new year'], (days) =>
    days.findIndex((day) => day.month === 12 && day.date === 31),
  ),
  phraseOf(['до весны', 'к весне'], (days) => days.findIndex((day) => day.month === 2 && day.isLastOfMonth)),
  phraseOf(['сегодня', 'today', 'tonight'], () => 0),
  phraseOf(['на завтра', 'завтра', 'by tomorrow'], () => 1),
  phraseOf(['послезавтра'], () => 2),
)
const spanOfDays = fc
  .integer({ min: 1, max: 500 })
  .chain((count) =>
    phraseOf(
      [`за ${count} дней`, `через ${count} дня`, `in ${count} days`, `срок ${count} дн.`],
      () => count,
    ),
  )
const spanOfHours = fc
  .integer({ min: 1, max: 200 })
  .chain((count) => phraseOf([`за ${count} часов`, `within ${count} hours`], () => Math.ceil(count / 24)))
const halves = fc.integer({ min: 2, max: 120 }).map((count) => count / 2)
const spanOfWeeks = halves.chain((count) =>
  phraseOf(
    [`за ${String(count).replace('.', ',')} недели`, `in ${count} weeks`, `срок: ${count} недель`],
    () => Math.floor(count * 7),
  ),
)
/**
 * A span of months ends on the same day of a later month, or on the last day of a shorter month. Half a month is 15
 * days.
 */
const spanOfMonths = fc.integer({ min: 2, max: 40 }).chain((count) =>
  phraseOf([`через ${String(count / 2).replace('.', ',')} месяца`, `in ${count / 2} months`], (days) => {
    const [first] = days
    if (!first) return -1
    const target = first.year * 12 + first.month + Math.floor(count / 2)
    const reached = days.findLastIndex(
      ({ year, month, date }) => year * 12 + month === target && date <= first.date,
    )
    return reached + (count % 2) * 15
  }),
)
const spanInWords = fc.oneof(
  phraseOf(['за день', 'in a day', 'за один день', 'in one day'], () => 1),
  phraseOf(['за неделю', 'in a week', 'за семь дней', 'in seven days'], () => 7),
  phraseOf(['за две недели', 'в течение двух недель', 'within two weeks'], () => 14),
  phraseOf(['за полторы недели', 'за десять дней', 'in ten days'], () => 10),
  phraseOf(['за двадцать один день', 'in twenty-one days', 'in three weeks'], () => 21),
)

const phrase = fc.oneof(
  ...[dayOfYear, dayOfSomeYear, endOfMonth, middleOfMonth, beforeMonth, byWeekday, namedDay],
  ...[spanOfDays, spanOfHours, spanOfWeeks, spanOfMonths, spanInWords],
)
const before = fc.constantFrom('Нужен логотип ', 'Нужен логотип для кофейни, ', 'We need a logo ', 'Logo, ')
const after = fc.constantFrom('', '. Спасибо!', ', удалённо', '. Thank you!', '\nостальное в личку')

test('words of either language name the day that a walk over the calendar finds, and no day outside the year', () => {
  fc.assert(
    fc.property(today, before, phrase, after, (start, opening, { words, dayIn }, ending) => {
      const index = dayIn(daysFrom(start))
      const isNone = index < 0 || index > lastDay
      const expected = isNone ? null : new Date(start.getTime() + index * dayMs).toISOString().slice(0, 10)
      expect(findDay(plainOf(`${opening}${words}${ending}`), start)?.day ?? null).toBe(expected)
    }),
    { numRuns: 1500 },
  )
})

const anyWord = fc.oneof(
  fc.constantFrom(
    'до',
    'к',
    'за',
    'через',
    'срок',
    'конца',
    'середины',
    'by',
    'in',
    'until',
    'end of',
    'the',
  ),
  fc.constantFrom('дней', 'часов', 'недели', 'месяцев', 'days', 'weeks', 'months', 'февраля', 'may', 'марту'),
  fc.constantFrom('31.02', '31.11', '29.02', '0.0', '99.99', '1.1.2099', '31', '30', '0', '1,5', '-1', 'сто'),
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  fc.string({ maxLength: 6 }),
)

test('whatever stands there, the answer is none or a day from today on that can be a deadline', () => {
  fc.assert(
    fc.property(today, fc.array(anyWord, { maxLength: 8 }), (start, said) => {
      const day = findDay(plainOf(said.join(' ')), start)?.day
      if (day === undefined) return
      expect(day).toMatch(/^20\d\d-\d\d-\d\d$/)
      const days = (Date.parse(day) - start.getTime()) / dayMs
      expect(days).toBeGreaterThanOrEqual(0)
      expect(days).toBeLessThanOrEqual(lastDay)
    }),
    { numRuns: 3000 },
  )
})
