import { expect, test } from 'vitest'
import { type MutableKind, mutableKinds, type Preset } from '#contract/notifications.ts'
import { isHeard, presetChoice, presetOf } from './presets.ts'
import type { Settings } from './queries.ts'

const settings = (part: Partial<Settings> = {}): Settings => ({
  is_notify_new_order: true,
  is_notify_hot_orders: true,
  is_notify_new_messages: true,
  muted_kinds: [],
  kinds: [...mutableKinds],
  quiet_from: null,
  quiet_to: null,
  time_zone: null,
  can_write: true,
  ...part,
})

/** Kinds of notifications that the presets turn on, as the text of each preset promises. */
const answers = [
  'new_message',
  'new_response',
  'response_chosen',
  'payment_confirmed',
  'payment_refunded',
  'payment_credited',
  'work_handed_in',
  'work_returned',
]
const silentWhenImportant = ['digest', 'hot_order', 'new_order', 'response_shortlisted', 'response_shown']

test.each<[Preset, (kind: MutableKind) => boolean]>([
  ['everything', () => true],
  ['important', (kind) => !silentWhenImportant.includes(kind)],
  ['answers', (kind) => answers.includes(kind)],
])('%s', (preset, isOnInPreset) => {
  const settingsWithPreset = settings(presetChoice(preset, [...mutableKinds]))
  for (const kind of mutableKinds)
    expect([kind, isHeard(settingsWithPreset, kind)]).toEqual([kind, isOnInPreset(kind)])
  expect(presetOf(settingsWithPreset)).toBe(preset)
})

test('a changed switch matches no preset', () => {
  expect(presetOf(settings())).toBe('everything')
  expect(presetOf(settings({ is_notify_hot_orders: false }))).toBeUndefined()
  const important = presetChoice('important', [...mutableKinds])
  expect(presetOf(settings({ ...important, muted_kinds: [] }))).toBeUndefined()
})
