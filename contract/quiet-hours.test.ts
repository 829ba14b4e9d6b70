import { describe, expect, test } from 'vitest'
import { clockTime, zoneName } from './quiet-hours.ts'
import botEn from './texts/en/bot.json' with { type: 'json' }
import settingsEn from './texts/en/settings.json' with { type: 'json' }
import botRu from './texts/ru/bot.json' with { type: 'json' }
import settingsRu from './texts/ru/settings.json' with { type: 'json' }

test('minutes after midnight are read on a clock', () => {
  expect([0, 5, 480, 1439].map(clockTime)).toEqual(['00:00', '00:05', '08:00', '23:59'])
})

test('a time zone has its common name; Moscow is the default', () => {
  expect(zoneName('ru', null)).toBe('Москва')
  expect(zoneName('en', 'Europe/Moscow')).toBe('Moscow Time')
  expect(zoneName('ru', 'Asia/Yekaterinburg')).toBe('Екатеринбург')
  expect(zoneName('ru', 'Mars/Olympus')).toBe('Mars/Olympus')
})

describe.each([
  ['ru', botRu, settingsRu],
  ['en', botEn, settingsEn],
] as const)('%s', (_, bot, app) => {
  test('bot and app tell of quiet hours in the same words', () => {
    expect(bot['bot.settings.night.text']).toContain(`${app['quiet.text']}.`)
    expect(bot['bot.settings.night']).toBe(`${app['quiet.title']}: {{night}}`)
    const zone = app['quiet.zone'].replace('{{zone}}', '{{place}}')
    expect(bot['bot.settings.night.text']).toContain(`${zone}.`)
  })
})
