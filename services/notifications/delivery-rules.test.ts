import { describe, expect, test } from 'vitest'
import { notificationKinds } from '#contract/notifications.ts'
import { passageOf, type Wishes } from './delivery-rules.ts'
import { minutesIn, nextAt } from './time-zone.ts'

const nothing: Wishes = {
  ...{ muted_kinds: [], switched_off: [], quiet_from: null, quiet_to: null, time_zone: null },
  ...{ bulk_hour: 0, bulk_day: 0 },
}
const night = { ...nothing, quiet_from: 22 * 60, quiet_to: 9 * 60 }
const held = (until: string) => ({ pass: 'held', until: new Date(until) })
const at = (moment: string) => new Date(moment)

describe('quiet hours', () => {
  test.each([
    ['2026-03-01T18:59:00Z', 'aloud'],
    ['2026-03-01T19:00:00Z', 'silently'],
    ['2026-03-02T00:00:00Z', 'silently'],
    ['2026-03-02T05:59:00Z', 'silently'],
    ['2026-03-02T06:00:00Z', 'aloud'],
  ])('by the clock of Moscow when the device did not say: %s %s', (moment, pass) => {
    expect(passageOf('response_chosen', night, at(moment))).toEqual({ pass })
    expect(passageOf('response_chosen', nothing, at(moment))).toEqual({ pass: 'aloud' })
  })

  test('by the clock of the person', () => {
    const vladivostok = { ...night, time_zone: 'Asia/Vladivostok' }
    expect(passageOf('new_message', vladivostok, at('2026-03-01T12:30:00Z'))).toEqual({ pass: 'silently' })
    expect(passageOf('new_message', night, at('2026-03-01T12:30:00Z'))).toEqual({ pass: 'aloud' })
  })

  test('need a beginning and an end', () => {
    for (const half of [{ quiet_from: 60 }, { quiet_to: 24 * 60 }])
      expect(passageOf('response_chosen', { ...nothing, ...half }, at('2026-03-01T23:00:00Z'))).toEqual({
        pass: 'aloud',
      })
  })

  test('orders wait for the digest at ten, or for the end of a longer rest', () => {
    expect(passageOf('new_order', night, at('2026-03-01T23:00:00Z'))).toEqual(held('2026-03-02T07:00:00Z'))
    const late = { ...night, quiet_to: 12 * 60 }
    expect(passageOf('hot_order', late, at('2026-03-01T23:00:00Z'))).toEqual(held('2026-03-02T09:00:00Z'))
  })

  test('orders alone wait: everything else is told without a sound', () => {
    const waiting = notificationKinds.filter(
      (kind) => passageOf(kind, night, at('2026-03-01T23:00:00Z')).pass !== 'silently',
    )
    expect(waiting).toEqual(['new_order', 'hot_order'])
  })

  test('the digest itself comes whenever it is due', () => {
    expect(
      passageOf('digest', { ...nothing, bulk_hour: 99, bulk_day: 99 }, at('2026-03-02T07:00:00Z')),
    ).toEqual({
      pass: 'aloud',
    })
  })
})

describe('limits', () => {
  test('six orders an hour and thirty a day; the rest waits for the next digest', () => {
    const noon = at('2026-03-01T09:00:00Z')
    expect(passageOf('new_order', { ...nothing, bulk_hour: 5, bulk_day: 29 }, noon)).toEqual({
      pass: 'aloud',
    })
    for (const over of [{ bulk_hour: 6 }, { bulk_day: 30 }])
      expect(passageOf('new_order', { ...nothing, ...over }, noon)).toEqual(held('2026-03-02T07:00:00Z'))
    expect(passageOf('payment_confirmed', { ...nothing, bulk_hour: 60 }, noon)).toEqual({ pass: 'aloud' })
  })
})

describe('the next moment of a clock', () => {
  test.each([
    ['Europe/Moscow', '2026-03-01T06:59:30Z', '2026-03-01T07:00:00Z'],
    ['Europe/Moscow', '2026-03-01T07:00:00Z', '2026-03-02T07:00:00Z'],
    // The clock goes forward, and back, in the night between.
    ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T08:00:00Z'],
    ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T09:00:00Z'],
    ['Asia/Kathmandu', '2026-03-01T00:00:00Z', '2026-03-01T04:15:00Z'],
  ])('%s after %s', (zone, now, expected) => {
    const moment = nextAt(zone, 600, at(now))
    expect(moment.toISOString()).toBe(at(expected).toISOString())
    expect(minutesIn(zone, moment)).toBe(600)
  })
})
