import { z } from 'zod'
import { mutableKinds } from '../notifications.ts'
import { devices } from '../options.ts'
import { defineCalls } from './call.ts'
import { Flag } from './fields.ts'
import { switchFields } from './people-shapes.ts'
import { Time } from './scalars.ts'
import { File } from './shapes.ts'

const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** A time of day as a number of minutes after midnight. The text form `22:30` is accepted too. */
const Minutes = z.union([
  z.int().min(0).max(1439),
  z
    .string()
    .regex(clock)
    .transform((time) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return hours * 60 + minutes
    }),
])

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][\w+/-]*$/)
  .refine(isTimeZone, 'time zone')

const kind = z.enum(mutableKinds)

export const NotificationSettings = z.object({
  ...switchFields(z.boolean()),
  muted_kinds: z.array(kind),
  /** Kinds allowed in `muted_kinds`. */
  kinds: z.array(kind),
  quiet_from: z.int().nullable(),
  quiet_to: z.int().nullable(),
  time_zone: z.string().nullable(),
  /** True if the bot can write to the person. */
  can_write: z.boolean(),
})

/** A launch of the mini-app, as the person sees it in the list of logins. */
export const OwnSession = z.object({
  id: z.string(),
  device: z.enum(devices).nullable(),
  created_at: Time,
  last_seen_at: Time,
  is_current: z.boolean(),
})

export const settingCalls = defineCalls({
  'GET /api/users/notification_settings': {
    access: 'user',
    reply: NotificationSettings,
    added: 'people silence single kinds of messages and the night (#169, #175)',
  },
  'POST /api/users/notification_settings': {
    access: 'user',
    body: z.object({
      ...switchFields(Flag.optional()),
      muted_kinds: z.array(kind).max(mutableKinds.length).optional(),
      /** Start and end of the quiet hours; both must be sent or none. Null turns the quiet hours off. */
      quiet_from: Minutes.nullable().optional(),
      quiet_to: Minutes.nullable().optional(),
      time_zone: TimeZone.nullable().optional(),
    }),
    reply: NotificationSettings,
    added: 'people silence single kinds of messages and the night (#169, #175)',
  },
  'GET /api/users/sessions': {
    access: 'user',
    reply: z.array(OwnSession),
    added: 'people see where they are logged in',
  },
  'POST /api/users/sessions/end': {
    access: 'user',
    /** Id of one of the caller's sessions, which is ended. If absent, all sessions except the current one are ended. */
    body: z.object({ session: z.uuid().optional() }),
    reply: z.array(OwnSession),
    added: 'and end what is not theirs',
  },
  'GET /api/users/warnings': {
    access: 'user',
    /** Reasons of the warnings as the bot sent them, latest first. */
    reply: z.array(z.object({ reason: z.string(), created_at: Time })),
    added: 'who was warned can read again why',
  },
  'GET /api/users/export': {
    access: 'user',
    reply: z.object({
      exported_at: z.string(),
      /** Rows about the person by table name. */
      tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
    added: 'everybody may take their data along',
  },
  'POST /api/users/export_file': {
    access: 'user',
    reply: File,
    errors: ['too_many_saves', 'storage_full'],
    added:
      'the same as a file with an address: in Telegram nothing else can be saved (amendment "downloads")',
  },
})
