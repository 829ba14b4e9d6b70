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

/** True if notifications of a kind are on, by its switch or because it is not muted. */
export function isHeard(settings: Choice, kind: MutableKind): boolean {
  const name = switchOf(kind)
  return name ? settings[name] : !settings.muted_kinds.includes(kind)
}

/** Switches and muted kinds of a preset. */
export function presetChoice(preset: Preset, kinds: MutableKind[]): Choice {
  const choice = { muted_kinds: [] as MutableKind[] } as Choice
  for (const kind of kinds) {
    const name = switchOf(kind)
    if (name) choice[name] = isInPreset(kind, preset)
    else if (!isInPreset(kind, preset)) choice.muted_kinds.push(kind)
  }
  return choice
}

/** The preset that matches the settings; undefined for a custom choice. */
export function presetOf(settings: Settings): Preset | undefined {
  return presets.find((preset) =>
    settings.kinds.every((kind) => isHeard(settings, kind) === isInPreset(kind, preset)),
  )
}
