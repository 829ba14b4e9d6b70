import { describe, expect, test } from 'vitest'
import { notificationKinds } from '#contract/notifications.ts'
import { type DeliverySettings, decideDelivery, minutesIn, nextAt } from './rules.ts'

const nothing: DeliverySettings = {
  muted_kinds: [],
  switched_off: [],
  quiet_from: null,
  quiet_to: null,
  time_zone: null,
  bulk_hour: 0,
  bulk_day: 0,
}
const night = { ...nothing, quiet_from: 22 * 60, quiet_to: 9 * 60 }
const digest = (until: string) => ({ action: 'digest', until: new Date(until) })
const at = (moment: string) => new Date(moment)

describe('quiet hours', () => {
  test.each([
    ['2026-03-01T18:59:00Z', 'notify'],
    ['2026-03-01T19:00:00Z', 'silent'],
    ['2026-03-02T00:00:00Z', 'silent'],
    ['2026-03-02T05:59:00Z', 'silent'],
    ['2026-03-02T06:00:00Z', 'notify'],
  ])('by the clock of Moscow when the device did not say: %s %s', (moment, action) => {
    expect(decideDelivery('response_chosen', night, at(moment))).toEqual({ action })
    expect(decideDelivery('response_chosen', nothing, at(moment))).toEqual({ action: 'notify' })
  })

  test('by the clock of the person', () => {
    const vladivostok = { ...night, time_zone: 'Asia/Vladivostok' }
    expect(decideDelivery('new_message', vladivostok, at('2026-03-01T12:30:00Z'))).toEqual({
      action: 'silent',
    })
    expect(decideDelivery('new_message', night, at('2026-03-01T12:30:00Z'))).toEqual({ action: 'notify' })
  })

  test('need a beginning and an end', () => {
    for (const half of [{ quiet_from: 60 }, { quiet_to: 24 * 60 }])
      expect(decideDelivery('response_chosen', { ...nothing, ...half }, at('2026-03-01T23:00:00Z'))).toEqual({
        action: 'notify',
      })
  })

  test('orders wait for the digest at ten, or for the end of a longer rest', () => {
    expect(decideDelivery('new_order', night, at('2026-03-01T23:00:00Z'))).toEqual(
      digest('2026-03-02T07:00:00Z'),
    )
    const late = { ...night, quiet_to: 12 * 60 }
    expect(decideDelivery('hot_order', late, at('2026-03-01T23:00:00Z'))).toEqual(
      digest('2026-03-02T09:00:00Z'),
    )
  })

  test('orders and invitations to them alone wait: everything else is told without a sound', () => {
    const waiting = notificationKinds.filter(
      (kind) => decideDelivery(kind, night, at('2026-03-01T23:00:00Z')).action !== 'silent',
    )
    expect(waiting).toEqual(['new_order', 'hot_order', 'invitation'])
  })

  test('the digest itself comes whenever it is due', () => {
    expect(
      decideDelivery('digest', { ...nothing, bulk_hour: 99, bulk_day: 99 }, at('2026-03-02T07:00:00Z')),
    ).toEqual({
      action: 'notify',
    })
  })
})

describe('limits', () => {
  test('six orders an hour and thirty a day; the rest waits for the next digest', () => {
    const noon = at('2026-03-01T09:00:00Z')
    expect(decideDelivery('new_order', { ...nothing, bulk_hour: 5, bulk_day: 29 }, noon)).toEqual({
      action: 'notify',
    })
    for (const over of [{ bulk_hour: 6 }, { bulk_day: 30 }])
      expect(decideDelivery('new_order', { ...nothing, ...over }, noon)).toEqual(
        digest('2026-03-02T07:00:00Z'),
      )
    expect(decideDelivery('payment_confirmed', { ...nothing, bulk_hour: 60 }, noon)).toEqual({
      action: 'notify',
    })
  })
})

describe('the next moment of a clock', () => {
  test.each([
    ['Europe/Moscow', '2026-03-01T06:59:30Z', '2026-03-01T07:00:00Z'],
    ['Europe/Moscow', '2026-03-01T07:00:00Z', '2026-03-02T07:00:00Z'],
    // In Berlin summer time begins or ends in the night before the expected time.
    ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T08:00:00Z'],
    ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T09:00:00Z'],
    ['Asia/Kathmandu', '2026-03-01T00:00:00Z', '2026-03-01T04:15:00Z'],
  ])('%s after %s', (zone, now, expected) => {
    const moment = nextAt(zone, 600, at(now))
    expect(moment.toISOString()).toBe(at(expected).toISOString())
    expect(minutesIn(zone, moment)).toBe(600)
  })

  // Beirut and Havana change the clock at midnight. The first guess of the time is on the other side of that change.
  test.each([
    ['Asia/Beirut', 30, '2026-10-24T12:00:00Z', '2026-10-24T22:30:00Z'],
    ['Asia/Beirut', 1410, '2026-03-28T12:00:00Z', '2026-03-28T21:30:00Z'],
    ['America/Havana', 30, '2026-10-31T12:00:00Z', '2026-11-01T04:30:00Z'],
  ])('%s at %s minutes after %s', (zone, minutes, now, expected) => {
    expect(nextAt(zone, minutes, at(now)).toISOString()).toBe(at(expected).toISOString())
  })
})
