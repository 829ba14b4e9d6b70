import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import { isLineOn, mutedInLine } from '#contract/notification-lines.ts'
import { type MenuLine, menuLines } from '#contract/notifications.ts'
import { clockTime, usualQuietHours, zoneName } from '#contract/quiet-hours.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { getSettings } from '#services/users/settings/actions.ts'

export type Settings = Awaited<ReturnType<typeof getSettings>>

function nightText(language: Language, from: number | null, to: number | null): string {
  return from === null || to === null
    ? translatorFor(language)('bot.settings.night.off')
    : `${clockTime(from)} – ${clockTime(to)}`
}

type View = { text: string; inline_keyboard: InlineKeyboardButton[][] }

/** Renders the main view of the settings menu. */
export function mainView(language: Language, settings: Settings): View {
  const translate = translatorFor(language)
  const switchedOn = menuLines.filter((line) => isLineOn(settings, line))
  const lineRows = (line: MenuLine) => {
    const isOn = switchedOn.includes(line)
    const lineButton = {
      text: `${isOn ? '✓' : '○'} ${translate(`notify.line.${line}`)}`,
      callback_data: `v1:set:${line}:${isOn ? 0 : 1}`,
    }
    const kinds = mutedInLine(settings, line).map((kind) => translate(`notify.kind.${kind}`))
    if (kinds.length === 0) return [[lineButton]]
    const restoreButton = {
      text: translate('bot.settings.restore', { kinds: kinds.join(', ') }),
      callback_data: `v1:restore:${line}`,
    }
    return [[lineButton], [restoreButton]]
  }
  const night = nightText(language, settings.quiet_from, settings.quiet_to)
  const switchAllTo = switchedOn.length > 0 ? 0 : 1
  return {
    text: translate(switchedOn.length > 0 ? 'bot.settings' : 'bot.settings.silent'),
    inline_keyboard: [
      ...menuLines.flatMap(lineRows),
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
