import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import {
  type MenuLine,
  type MutableKind,
  menuLines,
  type Notification,
  notifications,
} from '#contract/notifications.ts'
import { clockTime, usualQuietHours, zoneName } from '#contract/quiet-hours.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { getSettings } from '#services/users/settings/actions.ts'

export type Settings = Awaited<ReturnType<typeof getSettings>>

/**
 * Kinds of notifications that stay on if a person turns off a menu line or all lines. No single press may silence
 * messages about being chosen or about payments. Each of these kinds is muted only by its own switch in the app.
 */
export const keptKinds: MutableKind[] = [
  'response_chosen',
  'payment_confirmed',
  'payment_refunded',
  'payment_credited',
]

/** Returns the notification kinds that one line of the settings menu switches. */
export function kindsOf(line: MenuLine, { kinds }: Settings): MutableKind[] {
  return kinds.filter((kind) => notifications[kind].line === line)
}

/** True if the menu line still sends notifications, not counting the kinds in `keptKinds`, which stay on anyway. */
export function isOn(line: MenuLine, settings: Settings): boolean {
  return kindsOf(line, settings).some((kind) => {
    const { switch: flag }: Notification = notifications[kind]
    return !keptKinds.includes(kind) && !(flag && !settings[flag]) && !settings.muted_kinds.includes(kind)
  })
}

function nightText(language: Language, from: number | null, to: number | null): string {
  return from === null || to === null
    ? translatorFor(language)('bot.settings.night.off')
    : `${clockTime(from)} – ${clockTime(to)}`
}

type View = { text: string; inline_keyboard: InlineKeyboardButton[][] }

/** Renders the main view of the settings menu. */
export function mainView(language: Language, settings: Settings): View {
  const translate = translatorFor(language)
  const visibleLines = menuLines.filter((name) => kindsOf(name, settings).length > 0)
  const switchedOn = visibleLines.filter((name) => isOn(name, settings))
  const buttons = visibleLines.map((name) => ({
    text: `${switchedOn.includes(name) ? '✓' : '○'} ${translate(`bot.settings.${name}`)}`,
    callback_data: `v1:set:${name}:${switchedOn.includes(name) ? 0 : 1}`,
  }))
  const night = nightText(language, settings.quiet_from, settings.quiet_to)
  const switchAllTo = switchedOn.length > 0 ? 0 : 1
  return {
    text: translate(switchedOn.length > 0 ? 'bot.settings' : 'bot.settings.silent'),
    inline_keyboard: [
      ...buttons.map((line) => [line]),
      [{ text: translate('bot.settings.night', { night }), callback_data: 'v1:night' }],
      [{ text: translate(`bot.settings.all.${switchAllTo}`), callback_data: `v1:set:all:${switchAllTo}` }],
    ],
  }
}

/** Renders the view of the quiet hours, with the buttons that change them. */
export function nightView(language: Language, { quiet_from, quiet_to, time_zone }: Settings): View {
  const translate = translatorFor(language)
  const backRow = [{ text: translate('bot.settings.back'), callback_data: 'v1:settings' }]
  const text = translate('bot.settings.night.text', { place: zoneName(language, time_zone) })
  if (quiet_from === null || quiet_to === null) {
    const { quiet_from: from, quiet_to: to } = usualQuietHours
    const label = translate('bot.settings.night.turn_on', { night: nightText(language, from, to) })
    return { text, inline_keyboard: [[{ text: label, callback_data: `v1:night:${from}-${to}` }], backRow] }
  }
  const endButtons = [
    {
      text: translate('bot.settings.night.from', { time: clockTime(quiet_from) }),
      callback_data: 'v1:night:from',
    },
    { text: translate('bot.settings.night.to', { time: clockTime(quiet_to) }), callback_data: 'v1:night:to' },
  ]
  const offRow = [{ text: translate('bot.settings.night.turn_off'), callback_data: 'v1:night:off' }]
  return { text, inline_keyboard: [endButtons, offRow, backRow] }
}

const hours = Array.from({ length: 24 }, (_, hour) => hour * 60)
const quarters = [0, 15, 30, 45]
const hoursPerRow = 4

/** Renders the picker for the start or the end of the quiet hours: every hour, and the quarters of the chosen hour. */
export function nightEndView(end: 'from' | 'to') {
  return (language: Language, { quiet_from, quiet_to }: Settings): View => {
    const translate = translatorFor(language)
    const from = quiet_from ?? usualQuietHours.quiet_from
    const to = quiet_to ?? usualQuietHours.quiet_to
    const chosenMinutes = end === 'from' ? from : to
    const button = (minutes: number) => ({
      text: minutes === chosenMinutes ? `✓ ${clockTime(minutes)}` : clockTime(minutes),
      callback_data: `v1:night:${end === 'from' ? `${minutes}-${to}` : `${from}-${minutes}`}`,
    })
    const hour = chosenMinutes - (chosenMinutes % 60)
    return {
      text: translate(`bot.settings.night.choose.${end}`),
      inline_keyboard: [
        ...Array.from({ length: hours.length / hoursPerRow }, (_, row) =>
          hours
            .slice(row * hoursPerRow, (row + 1) * hoursPerRow)
            .map((start) => button(start + (chosenMinutes % 60))),
        ),
        quarters.map((minutes) => button(hour + minutes)),
        [{ text: translate('bot.settings.back'), callback_data: 'v1:night' }],
      ],
    }
  }
}
