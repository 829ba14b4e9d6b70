import { describe, expect, test } from 'vitest'
import { amountPattern, groupDigits, readGrouped } from './grouped-amounts.ts'
import { clock, longMoment, shortMoment } from './moments.ts'
import { convert, formatMoney, formatRange, parseAmount } from './money.ts'
import { deadline, elapsed, longDate, shortDate } from './relative-time.ts'

const rub = { code: 'RUB', symbol: '₽' }
const ton = { code: 'TON', symbol: 'TON' }
const withPlainSpaces = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  test('a rouble price shows kopecks only if there are some', () => {
    expect(withPlainSpaces(formatMoney('ru', 45_000, rub))).toBe('45 000 ₽')
    expect(withPlainSpaces(formatMoney('ru', 2500.5, rub))).toBe('2 500,50 ₽')
    expect(withPlainSpaces(formatMoney('en', 45_000, rub))).toBe('₽45,000')
  })
  test('a crypto symbol keeps a short fraction and follows the number in both languages', () => {
    expect(withPlainSpaces(formatMoney('ru', 0.5, ton))).toBe('0,5 TON')
    expect(withPlainSpaces(formatMoney('en', 0.5, ton))).toBe('0.5 TON')
  })
  test('a negative amount has a minus before the sign, and never breaks', () => {
    expect(formatMoney('ru', -4805, rub)).toBe('−4\u00a0805\u00a0₽')
    expect(formatMoney('en', -4805, rub)).toBe('−₽4,805')
    expect(formatMoney('en', -0.5, ton)).toBe('−0.5\u00a0TON')
  })
  test('a range with equal ends is one price, and open if an end is missing', () => {
    expect(withPlainSpaces(formatRange('ru', 45_000, 60_000, rub)?.text)).toBe('45 000 – 60 000 ₽')
    expect(withPlainSpaces(formatRange('en', 45_000, 60_000, rub)?.text)).toBe('₽45,000–60,000')
    expect(formatRange('ru', 10, 10, ton)?.kind).toBe('exact')
    expect(formatRange('ru', null, 10, ton)?.kind).toBe('to')
    expect(formatRange('ru', null, null, ton)).toBeNull()
  })
  test('a converted price is rounded, and null without a rate', () => {
    const [rouble, dollar] = [
      { id: 1, rate_to_base: 1 },
      { id: 3, rate_to_base: 80.9 },
    ]
    expect(convert(45_000, rouble, dollar)).toBe(556)
    expect(convert(556, dollar, rouble)).toBe(45_000)
    expect(convert(45_000, rouble, rouble)).toBeNull()
    expect(convert(45_000, rouble, { id: 3, rate_to_base: null })).toBeNull()
  })
  test('typed amounts are parsed', () => {
    expect(parseAmount('2 500,50')).toBe(2500.5)
    expect(parseAmount('420')).toBe(420)
    for (const wrong of ['', 'сто', '-5', '1e3', '1.234', '12 ₽']) expect(parseAmount(wrong)).toBeNull()
  })
  test('the digits of an amount are grouped while it is typed, and read back without the groups', () => {
    expect(withPlainSpaces(groupDigits('ru', '28000'))).toBe('28 000')
    expect(withPlainSpaces(groupDigits('ru', '1000000.5'))).toBe('1 000 000,5')
    expect(groupDigits('en', '28000')).toBe('28,000')
    expect(groupDigits('en', '2500,5')).toBe('2,500.5')
    for (const text of ['', '420', 'сто', '1.2.3']) expect(groupDigits('ru', text)).toBe(text)
    expect(readGrouped('ru', '28\u00a00005', '5')).toBe('280005')
    expect(readGrouped('ru', '2\u00a0500,5', '5')).toBe('2500,5')
    expect(readGrouped('en', '1,2345', '5')).toBe('12345')
    expect(readGrouped('en', '1,23', '')).toBe('123')
    // A typed comma begins the decimals, also where commas stand between groups.
    expect(readGrouped('en', '2,500,', ',')).toBe('2500.')
    expect(readGrouped('en', '2500,50', '2500,50')).toBe('2500.50')
    expect(readGrouped('en', '28,000', '28,000')).toBe('28000')
  })
  test('an input takes every amount that is parsed, and no other', () => {
    for (const language of ['ru', 'en'] as const) {
      const pattern = new RegExp(`^(?:${amountPattern(language)})$`, 'v')
      for (const amount of ['420', '28000', '9999999999', '2500.5', '0.25'])
        expect(groupDigits(language, amount)).toMatch(pattern)
      for (const wrong of ['сто', '-5', '1e3', '1.234', '12345678901', '5.'])
        expect(groupDigits(language, wrong)).not.toMatch(pattern)
    }
  })
})

describe('moments', () => {
  const now = new Date(2026, 10, 21, 12, 0)
  const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString()
  test('elapsed time is shown from minutes to a date', () => {
    expect(elapsed('ru', at(2026, 10, 21, 11, 59), now)).toEqual({ unit: 'minutes', count: 1 })
    expect(elapsed('ru', at(2026, 10, 21, 9), now)).toEqual({ unit: 'hours', count: 3 })
    expect(elapsed('ru', at(2026, 10, 20, 9), now)).toEqual({ unit: 'yesterday' })
    expect(elapsed('ru', at(2025, 10, 2), now)).toEqual({ unit: 'date', text: '2\u00a0ноя\u00a02025' })
  })
  test('dates and times have one form each, in which no line breaks', () => {
    const iso = at(2026, 10, 16, 6, 5)
    expect(shortDate('ru', new Date(iso), now)).toBe('16\u00a0ноя')
    expect(longDate('en', iso)).toBe('16\u00a0November')
    expect([clock('ru', iso), clock('en', iso), clock('en', at(2026, 10, 16, 0, 5))]).toEqual([
      '6:05',
      '6:05',
      '0:05',
    ])
    expect(shortMoment('ru', iso, now)).toBe('16\u00a0ноя,\u00a06:05')
    expect(longMoment('ru', iso)).toBe('16\u00a0ноября,\u00a06:05')
    expect(longMoment('en', iso)).toBe('16\u00a0November,\u00a06:05')
  })
  test('a deadline is a warning within three days and red within a day', () => {
    expect(deadline(at(2026, 10, 28, 12), at(2026, 10, 18, 12), now)).toMatchObject({
      tone: 'plain',
      unit: 'days',
      count: 7,
    })
    expect(deadline(at(2026, 10, 23, 12), null, now)).toMatchObject({ tone: 'warn', unit: 'days', count: 2 })
    expect(deadline(at(2026, 10, 22, 13), null, now)).toMatchObject({ tone: 'warn', unit: 'tomorrow' })
    expect(deadline(at(2026, 10, 21, 17), null, now)).toMatchObject({ tone: 'bad', unit: 'hours', count: 5 })
    expect(deadline(at(2026, 10, 21, 11), null, now)).toMatchObject({ remainingShare: 0, unit: 'overdue' })
  })
  test('`remainingShare` is the share of time between publication and deadline', () => {
    expect(deadline(at(2026, 10, 28, 12), at(2026, 10, 18, 12), now).remainingShare).toBeCloseTo(0.7)
  })
})
