import { z } from 'zod'
import { type NotificationSwitch, notificationSwitches, startChoices } from '../options.ts'
import { eachProfileText } from '../profile-texts.ts'
import { userRoles } from '../states.ts'
import { Language } from './fields.ts'
import { profileDetails, SmallWork } from './profile-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, Ref } from './shapes.ts'

/** A person as everybody may see them: no contacts, no Telegram id. */
export const PublicUser = z.object({
  id: z.int(),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  photo_url: z.string().nullable(),
  logo_url: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.int(),
  orders_count: z.int(),
  completed_count: z.int(),
  posted_count: z.int(),
  ...eachProfileText(() => z.string().nullable()),
  category_id: z.int().nullable(),
  category: Ref.nullable(),
  years_of_experience: z.int().nullable(),
  is_verified: z.boolean(),
  is_free: z.boolean(),
  is_client: z.boolean(),
  is_contractor: z.boolean(),
  created_at: Time,
})

/** A person in a list of people, with what a card shows. */
export const ListedUser = PublicUser.extend({
  is_favorite: z.boolean(),
  is_only_remote: z.boolean(),
  /** Names only, in the order of writing. */
  skills: z.array(z.string()),
  /** The cheapest of the services that name a price. */
  price_from: z.object({ amount: Amount, currency_id: z.int() }).nullable(),
  /** The first pictures of the portfolio. */
  works: z.array(SmallWork),
})

/** What is said of an author: shares and times from what happened, never from what was bought. */
export const AuthorRecord = z.object({
  /** Listings that ended within the last year. */
  closed: z.int(),
  /** Null while fewer than `limits.record.least` were closed. */
  figures: z
    .object({
      /** Of those listings, how many had somebody chosen. */
      hired: z.int(),
      /** Of the responses to them; null of too few responses. */
      answers: z
        .object({
          percent: z.int(),
          answered: z.int(),
          responses: z.int(),
          /** Half of the responses were answered within it; null when half were not. */
          wait_minutes: z.int().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Ever, refunded ones left out. */
  paid_placements: z.int(),
})

/** The same of who does the work. */
export const FreelancerRecord = z.object({
  /** Work that was accepted within the last year. */
  completed: z.int(),
  /** Null while it is less than `limits.record.least`. */
  figures: z
    .object({
      /** Of that work, what had a term, and what was handed in within it. */
      dated: z.int(),
      on_time: z.int(),
      returning_clients: z.int(),
      /** Half of the authors who wrote had an answer within it; null of too few chats, or when half had none. */
      reply_minutes: z.int().nullable(),
      /** Of the invitations within the year; null of too few. */
      invites: z.object({ percent: z.int(), answered: z.int(), invited: z.int() }).nullable(),
    })
    .nullable(),
})

/** Somebody's profile; contacts are null unless the viewer may have them. */
export const Profile = PublicUser.extend({
  ...profileDetails,
  is_favorite: z.boolean(),
  username: z.string().nullable(),
  telegram_link: z.string().nullable(),
  currency_id: z.int(),
  currency: Currency.nullable(),
  /** One of `seenOptions`, as with languages; null where one of the two hides it. */
  seen: z.string().nullable(),
  /** The viewer does not want to meet this person. */
  is_blocked: z.boolean(),
})

/** One field for each switch of notifications. */
export function eachSwitch<T extends z.ZodType>(field: T): Record<NotificationSwitch, T> {
  return Object.fromEntries(notificationSwitches.map((name) => [name, field])) as Record<
    NotificationSwitch,
    T
  >
}

/** The session's own person. */
export const OwnUser = Profile.extend({
  telegram_id: z.int(),
  /** The name from Telegram was not fit to be shown, and the person has given no other one. */
  is_name_neutral: z.boolean(),
  ui_language: Language,
  role: z.enum(userRoles),
  ...eachSwitch(z.boolean()),
  is_only_remote: z.boolean(),
  is_price_conversion: z.boolean(),
  is_focus_group: z.boolean(),
  /** Others learn when the person was last here, and the person of others. */
  is_seen_shown: z.boolean(),
  /** The resume's file, so that its owner can take it away by `DELETE /api/files/delete`. */
  user_resume_file_id: z.int().nullable(),
  /** The file of the own picture, likewise. */
  user_logo_file_id: z.int().nullable(),
  can_write: z.boolean(),
  /** What the person answered on the first start; null until they were asked. */
  start_choice: z.literal([...startChoices, null]),
  /** Chosen by the person; else it is the one in which Telegram speaks to them. */
  is_language_chosen: z.boolean(),
})

/** The other side of an assignment also sees how to reach the person. */
export const Counterpart = PublicUser.extend({ telegram_link: z.string().nullable() })
