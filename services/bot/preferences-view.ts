import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import {
  type MenuLine,
  type MutableKind,
  menuLines,
  type Notification,
  notifications,
} from '#contract/notifications.ts'
import { translate } from '#services/core/i18n.ts'
import type { getSettings } from '#services/users/settings.ts'

export type Settings = Awaited<ReturnType<typeof getSettings>>

/** Ends of the quiet hours that one tap sets, in minutes after midnight. */
export const nights = ['1320-540', '1380-480', '0-600'] as const

/** The kinds that a line of the menu turns on and off. */
export function kindsOf(line: MenuLine, { kinds }: Settings): MutableKind[] {
  return kinds.filter((kind) => notifications[kind].line === line)
}

export function isOn(line: MenuLine, settings: Settings): boolean {
  return kindsOf(line, settings).some((kind) => {
    const { switch: flag }: Notification = notifications[kind]
    return !(flag && !settings[flag]) && !settings.muted_kinds.includes(kind)
  })
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function nightWords(language: Language, from: number | null, to: number | null): string {
  return from === null || to === null
    ? translate(language)('bot.settings.night.off')
    : `${clock(from)} – ${clock(to)}`
}

type View = { text: string; inline_keyboard: InlineKeyboardButton[][] }

/** The menu as it stands now. */
export function mainView(language: Language, settings: Settings): View {
  const say = translate(language)
  const shown = menuLines.filter((name) => kindsOf(name, settings).length > 0)
  const on = shown.filter((name) => isOn(name, settings))
  const lines = shown.map((name) => ({
    text: `${on.includes(name) ? '✓' : '○'} ${say(`bot.settings.${name}`)}`,
    callback_data: `v1:set:${name}:${on.includes(name) ? 0 : 1}`,
  }))
  const night = nightWords(language, settings.quiet_from, settings.quiet_to)
  const all = on.length > 0 ? 0 : 1
  return {
    text: say(on.length > 0 ? 'bot.settings' : 'bot.settings.silent'),
    inline_keyboard: [
      ...lines.map((line) => [line]),
      [{ text: say('bot.settings.night', { night }), callback_data: 'v1:night' }],
      [{ text: say(`bot.settings.all.${all}`), callback_data: `v1:set:all:${all}` }],
    ],
  }
}

/** Choice of the quiet hours. */
export function nightView(language: Language, { quiet_from, quiet_to, time_zone }: Settings): View {
  const say = translate(language)
  const now = quiet_from === null ? 'off' : `${quiet_from}-${quiet_to}`
  const choices = ['off', ...nights, ...([...nights, 'off'].some((night) => night === now) ? [] : [now])]
  const place = time_zone ?? say('bot.settings.moscow')
  return {
    text: say('bot.settings.night.text', { place }),
    inline_keyboard: [
      ...choices.map((choice) => {
        const [from = null, to = null] = choice === 'off' ? [] : choice.split('-').map(Number)
        const text = `${choice === now ? '✓' : '○'} ${nightWords(language, from, to)}`
        return [{ text, callback_data: `v1:night:${choice}` }]
      }),
      [{ text: say('bot.settings.back'), callback_data: 'v1:settings' }],
    ],
  }
}
