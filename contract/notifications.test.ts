import { expect, test } from 'vitest'
import {
  type MenuLine,
  menuLines,
  type NamedKind,
  type Notification,
  notificationKinds,
  notifications,
  type Reason,
} from './notifications.ts'
import { notificationSwitches } from './options.ts'
import bot_en from './texts/en/bot.json' with { type: 'json' }
import settings_en from './texts/en/settings.json' with { type: 'json' }
import bot_ru from './texts/ru/bot.json' with { type: 'json' }
import settings_ru from './texts/ru/settings.json' with { type: 'json' }

/** A kind, line or reason without its text does not compile. */
type Named = `notify.kind.${NamedKind}` | `notify.line.${MenuLine}` | `message.why.${Reason}`
const texts: Record<Named, string>[] = [
  { ...bot_ru, ...settings_ru },
  { ...bot_en, ...settings_en },
]
const rows = notificationKinds.map((kind): [string, Notification] => [kind, notifications[kind]])

test('the settings name the kinds whose line has others too, and no others', () => {
  const lineSize = (line: MenuLine) => rows.filter(([, row]) => row.line === line).length
  const namedKeys = rows
    .filter(([, { line }]) => line && lineSize(line) > 1)
    .map(([kind]) => `notify.kind.${kind}`)
  for (const languageTexts of texts)
    expect(Object.keys(languageTexts).filter((key) => key.startsWith('notify.kind.'))).toEqual(namedKeys)
})

test('every line and switch mutes something', () => {
  const usedKeys = rows.flatMap(([, row]) => [row.line, row.switch])
  expect(usedKeys).toEqual(expect.arrayContaining([...menuLines, ...notificationSwitches]))
})

test('a switch has a line of its own', () => {
  for (const [, { line, switch: flag }] of rows)
    if (flag) expect(rows.filter(([, other]) => other.line === line)).toHaveLength(1)
})
