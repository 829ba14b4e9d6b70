import { z } from 'zod'
import { type NotificationSwitch, notificationSwitches, startChoices } from '../options.ts'
import { eachProfileText } from '../profile-texts.ts'
import { userRoles } from '../states.ts'
import { Language } from './fields.ts'
import { profileDetails, SmallWork } from './profile-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, Ref } from './shapes.ts'

/** Public data of a person: no contacts, no Telegram id. */
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

/** A person in a list, with the data of a card. */
export const ListedUser = PublicUser.extend({
  is_favorite: z.boolean(),
  is_only_remote: z.boolean(),
  /** Names in the order they were added. */
  skills: z.array(z.string()),
  /** The cheapest service with a price. */
  price_from: z.object({ amount: Amount, currency_id: z.int() }).nullable(),
  /** First pictures of the portfolio. */
  works: z.array(SmallWork),
})

/** An author's record: percentages and times from past events, independent of purchases. */
export const AuthorRecord = z.object({
  /** Listings that ended within the last year. */
  closed: z.int(),
  /** Null below `limits.record.least` closed listings. */
  figures: z
    .object({
      /** Those with an executor. */
      hired: z.int(),
      /** Answered responses to them; null if there are too few responses. */
      answers: z
        .object({
          percent: z.int(),
          answered: z.int(),
          responses: z.int(),
          /** Median time to answer; null if fewer than half were answered. */
          wait_minutes: z.int().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Ever, without refunds. */
  paid_placements: z.int(),
})

/** A freelancer's record. */
export const FreelancerRecord = z.object({
  /** Work accepted within the last year. */
  completed: z.int(),
  /** Null below `limits.record.least` completed works. */
  figures: z
    .object({
      /** Works with a date, and those handed in on time. */
      dated: z.int(),
      on_time: z.int(),
      returning_clients: z.int(),
      /** Median reply time to authors; null with too few chats, or if fewer than half were answered. */
      reply_minutes: z.int().nullable(),
      /** The year's invitations; null if too few. */
      invites: z.object({ percent: z.int(), answered: z.int(), invited: z.int() }).nullable(),
    })
    .nullable(),
})

/** A profile; contacts are null unless the viewer may have them. */
export const Profile = PublicUser.extend({
  ...profileDetails,
  is_favorite: z.boolean(),
  username: z.string().nullable(),
  telegram_link: z.string().nullable(),
  currency_id: z.int(),
  currency: Currency.nullable(),
  /** One of `seenOptions`; null if either side hides it. */
  seen: z.string().nullable(),
  /** The viewer has blocked this person. */
  is_blocked: z.boolean(),
})

/** The same schema for each notification switch. */
export function eachSwitch<T extends z.ZodType>(field: T): Record<NotificationSwitch, T> {
  return Object.fromEntries(notificationSwitches.map((name) => [name, field])) as Record<
    NotificationSwitch,
    T
  >
}

/** The session's own profile. */
export const OwnUser = Profile.extend({
  telegram_id: z.int(),
  /** The Telegram name was unfit to be shown, and the person has not given another one. */
  is_name_neutral: z.boolean(),
  ui_language: Language,
  role: z.enum(userRoles),
  ...eachSwitch(z.boolean()),
  is_only_remote: z.boolean(),
  is_price_conversion: z.boolean(),
  is_focus_group: z.boolean(),
  /** Others see the person's last visit, and the person theirs. */
  is_seen_shown: z.boolean(),
  /** File id of the resume, so that its owner can delete it by `DELETE /api/files/delete`. */
  user_resume_file_id: z.int().nullable(),
  /** File id of the own picture, for the same purpose. */
  user_logo_file_id: z.int().nullable(),
  can_write: z.boolean(),
  /** Answer of the first start; null until asked. */
  start_choice: z.literal([...startChoices, null]),
  /** Chosen by the person; otherwise the language from Telegram. */
  is_language_chosen: z.boolean(),
})

/** A person with the Telegram link for the other side of an assignment. */
export const Counterpart = PublicUser.extend({ telegram_link: z.string().nullable() })
