import {
  isInPreset,
  type MutableKind,
  type Notification,
  notifications,
  type Preset,
  presets,
} from '#contract/notifications.ts'
import type { NotificationSwitch } from '#contract/options.ts'
import type { Settings } from './queries.ts'

type Choice = Pick<Settings, NotificationSwitch | 'muted_kinds'>

const switchOf = (kind: MutableKind) => (notifications[kind] as Notification).switch

/** True if notifications of a kind are on: its switch is on, or the kind is not muted. */
export function isHeard(settings: Choice, kind: MutableKind): boolean {
  const name = switchOf(kind)
  return name ? settings[name] : !settings.muted_kinds.includes(kind)
}

/** Returns the switches and the muted kinds that a preset sets. */
export function presetChoice(preset: Preset, kinds: MutableKind[]): Choice {
  const choice = { muted_kinds: [] as MutableKind[] } as Choice
  for (const kind of kinds) {
    const name = switchOf(kind)
    if (name) choice[name] = isInPreset(kind, preset)
    else if (!isInPreset(kind, preset)) choice.muted_kinds.push(kind)
  }
  return choice
}

/** Returns the preset that matches the settings. Undefined if the user has chosen other settings. */
export function presetOf(settings: Settings): Preset | undefined {
  return presets.find((preset) =>
    settings.kinds.every((kind) => isHeard(settings, kind) === isInPreset(kind, preset)),
  )
}
