import { expect, test } from 'vitest'
import {
  type ListedKind,
  type MenuLine,
  menuLines,
  type Notification,
  notificationKinds,
  notifications,
  type Reason,
  type Section,
  sections,
} from './notifications.ts'
import { notificationSwitches } from './options.ts'
import bot_en from './texts/en/bot.json' with { type: 'json' }
import settings_en from './texts/en/settings.json' with { type: 'json' }
import bot_ru from './texts/ru/bot.json' with { type: 'json' }
import settings_ru from './texts/ru/settings.json' with { type: 'json' }

/** A kind, menu line, heading or reason without its text does not compile. */
type Named =
  | `notify.kind.${ListedKind}`
  | `notify.group.${Section}`
  | `bot.settings.${MenuLine}`
  | `message.why.${Reason}`
const texts: Record<Named, string>[] = [
  { ...bot_ru, ...settings_ru },
  { ...bot_en, ...settings_en },
]
const rows = notificationKinds.map((kind): [string, Notification] => [kind, notifications[kind]])

test('the app names the kinds that it lists, and no others', () => {
  const listedKeys = rows.filter(([, { section }]) => section).map(([kind]) => `notify.kind.${kind}`)
  for (const languageTexts of texts)
    expect(Object.keys(languageTexts).filter((key) => key.startsWith('notify.kind.'))).toEqual(listedKeys)
})

test('every menu line, heading and switch mutes something', () => {
  const usedKeys = rows.flatMap(([, row]) => [row.line, row.section, row.switch])
  expect(usedKeys).toEqual(expect.arrayContaining([...menuLines, ...sections, ...notificationSwitches]))
})

test('a switch has a menu line of its own', () => {
  for (const [, { line, switch: flag }] of rows)
    if (flag) expect(rows.filter(([, other]) => other.line === line)).toHaveLength(1)
})
