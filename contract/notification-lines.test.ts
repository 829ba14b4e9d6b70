import { expect, test } from 'vitest'
import {
  changedParts,
  isLineOn,
  kindsOfLine,
  mutedInLine,
  type NotificationChoice,
  type Preset,
  presetChoice,
  presetOf,
  presets,
  withLines,
  withoutMutes,
} from './notification-lines.ts'
import { type MenuLine, type MutableKind, menuLines } from './notifications.ts'

const everything = presetChoice('everything')
const linesThatAreOn = (choice: NotificationChoice) => menuLines.filter((line) => isLineOn(choice, line))
const muting = (...muted_kinds: MutableKind[]): NotificationChoice => ({ ...everything, muted_kinds })

test.each<[Preset, MenuLine[]]>([
  ['everything', [...menuLines]],
  ['important', ['messages', 'responses', 'own_responses', 'publication', 'placement']],
  ['answers', ['messages', 'responses', 'own_responses']],
])('%s turns on its lines and is recognised', (preset, lines) => {
  const choice = presetChoice(preset)
  expect(linesThatAreOn(choice)).toEqual(lines)
  expect(presetOf(choice)).toBe(preset)
  for (const line of menuLines) expect(mutedInLine(choice, line)).toEqual([])
})

test.each([...menuLines])('the line %s turns off and on again, and no other line follows', (line) => {
  const off = withLines(everything, [line], false)
  expect(linesThatAreOn(off)).toEqual(menuLines.filter((other) => other !== line))
  expect(presetOf(off)).toBeUndefined()
  expect(withLines(off, [line], true)).toEqual(everything)
})

test('turning all lines off leaves a choice, money and a rejection on', () => {
  const off = withLines(everything, menuLines, false)
  expect(linesThatAreOn(off)).toEqual([])
  const heardKinds = menuLines.flatMap(kindsOfLine).filter((kind) => !off.muted_kinds.includes(kind))
  expect(heardKinds.toSorted()).toEqual(
    [
      // The three kinds with a switch of their own are off by it.
      ...(['new_order', 'hot_order', 'new_message'] as const),
      'response_chosen',
      'payment_confirmed',
      'payment_refunded',
      'payment_credited',
      'listing_rejected',
      'revision_rejected',
    ].toSorted(),
  )
  expect(off).toMatchObject({
    is_notify_new_order: false,
    is_notify_hot_orders: false,
    is_notify_new_messages: false,
  })
})

test('a line is off only if all its kinds are', () => {
  const kinds = kindsOfLine('placement')
  expect(isLineOn(muting(...kinds.slice(1)), 'placement')).toBe(true)
  expect(isLineOn(muting(...kinds), 'placement')).toBe(false)
})

test('what was muted alone stands in its line, and comes back without the rest', () => {
  const choice = withLines(muting('invitation'), ['placement'], false)
  expect(mutedInLine(choice, 'own_responses')).toEqual(['invitation'])
  expect(mutedInLine(choice, 'placement')).toEqual([])
  const restored = withoutMutes(choice, 'own_responses')
  expect(restored).toEqual(withLines(everything, ['placement'], false))
  expect(withoutMutes(choice, 'placement')).toEqual(choice)
})

test('a choice that was muted alone stands in a line that is off too', () => {
  const off = withLines(muting('response_chosen'), ['own_responses'], false)
  expect(mutedInLine(off, 'own_responses')).toEqual(['response_chosen'])
  expect(withoutMutes(off, 'own_responses').muted_kinds).not.toContain('response_chosen')
  expect(isLineOn(withoutMutes(off, 'own_responses'), 'own_responses')).toBe(false)
})

test('a choice of one’s own is no preset', () => {
  expect(presetOf(muting('invitation'))).toBeUndefined()
  for (const preset of presets)
    expect(presetOf({ ...presetChoice(preset), is_notify_new_messages: false })).toBeUndefined()
})

test('only the parts that a line changes are saved', () => {
  expect(changedParts(everything, withLines(everything, ['new_orders'], false))).toEqual({
    is_notify_new_order: false,
  })
  expect(changedParts(everything, withLines(everything, ['digest'], false))).toEqual({
    muted_kinds: ['digest'],
  })
  expect(changedParts(everything, withLines(everything, ['digest'], true))).toEqual({})
})
