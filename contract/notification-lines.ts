import {
  type MenuLine,
  type MutableKind,
  menuLines,
  mutableKinds,
  type Notification,
  notifications,
} from './notifications.ts'
import { type NotificationSwitch, notificationSwitches } from './options.ts'

/** Stored choice of a person: three switches of single kinds, and the muted ones of the other kinds. */
export type NotificationChoice = Record<NotificationSwitch, boolean> & { muted_kinds: MutableKind[] }

/**
 * Kinds that stay on when their line is turned off: nobody misses by one press that they were chosen, what became of
 * their money, or that a moderator turned their listing down.
 */
export const keptKinds: MutableKind[] = [
  'response_chosen',
  'payment_confirmed',
  'payment_refunded',
  'payment_credited',
  'listing_rejected',
  'revision_rejected',
]

/** Presets of the settings, loudest first, with the lines that each turns on; texts `notify.preset.<preset>`. */
export const presets = ['everything', 'important', 'answers'] as const
export type Preset = (typeof presets)[number]

const presetLines: Record<Preset, readonly MenuLine[]> = {
  everything: menuLines,
  important: ['messages', 'responses', 'own_responses', 'publication', 'placement'],
  answers: ['messages', 'responses', 'own_responses'],
}

const switchOf = (kind: MutableKind) => (notifications[kind] as Notification).switch

/** Kinds of notifications that a line turns on and off. */
export const kindsOfLine = (line: MenuLine): MutableKind[] =>
  mutableKinds.filter((kind) => notifications[kind].line === line)

function isKindOn(choice: NotificationChoice, kind: MutableKind): boolean {
  const name = switchOf(kind)
  return name ? choice[name] : !choice.muted_kinds.includes(kind)
}

/**
 * True if a line of the settings is shown as on. It is off only if all its kinds of notifications are off. The kinds in
 * `keptKinds`, which no line turns off, do not count.
 */
export function isLineOn(choice: NotificationChoice, line: MenuLine): boolean {
  return kindsOfLine(line).some((kind) => !keptKinds.includes(kind) && isKindOn(choice, kind))
}

/** Kinds of a line that were muted one by one while the line stays on, for example by the key of a message. */
export function mutedInLine(choice: NotificationChoice, line: MenuLine): MutableKind[] {
  const isOn = isLineOn(choice, line)
  return kindsOfLine(line).filter((kind) => !isKindOn(choice, kind) && (isOn || keptKinds.includes(kind)))
}

/** Returns the choice with some lines turned on or off as a whole. */
export function withLines(
  choice: NotificationChoice,
  lines: readonly MenuLine[],
  isOn: boolean,
): NotificationChoice {
  const muted = new Set(choice.muted_kinds)
  const switches: Partial<Record<NotificationSwitch, boolean>> = {}
  for (const kind of lines.flatMap(kindsOfLine)) {
    const name = switchOf(kind)
    if (name) switches[name] = isOn
    if (isOn || name) muted.delete(kind)
    else if (!keptKinds.includes(kind)) muted.add(kind)
  }
  return { ...switchesOf(choice), ...switches, muted_kinds: [...muted] }
}

/** Returns the choice without the mutes of single kinds in a line. */
export function withoutMutes(choice: NotificationChoice, line: MenuLine): NotificationChoice {
  const mutedKinds = mutedInLine(choice, line)
  return {
    ...switchesOf(choice),
    muted_kinds: choice.muted_kinds.filter((kind) => !mutedKinds.includes(kind)),
  }
}

/**
 * Returns the parts of a choice that differ from the one before. Only these are saved, so that a switch which another
 * device or the bot has turned meanwhile stays as it is.
 */
export function changedParts(
  before: NotificationChoice,
  after: NotificationChoice,
): Partial<NotificationChoice> {
  const changes: Partial<NotificationChoice> = {}
  for (const name of notificationSwitches) if (before[name] !== after[name]) changes[name] = after[name]
  if (before.muted_kinds.join() !== after.muted_kinds.join()) changes.muted_kinds = after.muted_kinds
  return changes
}

/** Returns the choice that a preset stands for. */
export function presetChoice(preset: Preset): NotificationChoice {
  const everything = {
    is_notify_new_order: true,
    is_notify_hot_orders: true,
    is_notify_new_messages: true,
    muted_kinds: [],
  }
  const silentLines = menuLines.filter((line) => !presetLines[preset].includes(line))
  return withLines(everything, silentLines, false)
}

/** Returns the preset that equals the choice; undefined for a choice of one's own. */
export function presetOf(choice: NotificationChoice): Preset | undefined {
  return presets.find((preset) => {
    const presetSettings = presetChoice(preset)
    return mutableKinds.every((kind) => isKindOn(choice, kind) === isKindOn(presetSettings, kind))
  })
}

function switchesOf(choice: NotificationChoice): Record<NotificationSwitch, boolean> {
  const entries = notificationSwitches.map((name) => [name, choice[name]])
  return Object.fromEntries(entries) as Record<NotificationSwitch, boolean>
}
