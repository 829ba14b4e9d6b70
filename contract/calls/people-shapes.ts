import { z } from 'zod'
import { type NotificationSwitch, notificationSwitches, startChoices } from '../options.ts'
import { forEachProfileText } from '../profile-texts.ts'
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
  ...forEachProfileText(() => z.string().nullable()),
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
  /** Names of the person's skills, in the order they were added. */
  skills: z.array(z.string()),
  /** Price of the person's cheapest service; null if no service has a price. */
  price_from: z.object({ amount: Amount, currency_id: z.int() }).nullable(),
  /** First pictures of the person's portfolio. */
  works: z.array(SmallWork),
})

/** An author's record: percentages and times from past events, independent of purchases. */
export const AuthorRecord = z.object({
  /** Number of the author's listings that ended within the last year. */
  closed: z.int(),
  /** Figures of the author; null below `limits.record.least` ended listings. */
  figures: z
    .object({
      /** Number of ended listings for which an executor was chosen. */
      hired: z.int(),
      /** Share of responses to the ended listings that the author answered; null if there are too few responses. */
      answers: z
        .object({
          percent: z.int(),
          answered: z.int(),
          responses: z.int(),
          /** Median time until the author answers a response; null if fewer than half were answered. */
          wait_minutes: z.int().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Number of placements that the author has ever paid for. Refunded placements do not count. */
  paid_placements: z.int(),
})

/** A freelancer's record. */
export const FreelancerRecord = z.object({
  /** Number of works accepted within the last year. */
  completed: z.int(),
  /** Figures of the freelancer; null below `limits.record.least` accepted works. */
  figures: z
    .object({
      /** Number of the freelancer's works with an agreed date, and number of those that were handed in on time. */
      dated: z.int(),
      on_time: z.int(),
      returning_clients: z.int(),
      /**
       * Median time until the freelancer replies to authors; null with too few chats, or if fewer than half were
       * answered.
       */
      reply_minutes: z.int().nullable(),
      /** Answered invitations of the last year; null with too few invitations. */
      invites: z.object({ percent: z.int(), answered: z.int(), invited: z.int() }).nullable(),
    })
    .nullable(),
})

/** A profile. Its contacts are null unless the viewer may see them. */
export const Profile = PublicUser.extend({
  ...profileDetails,
  is_favorite: z.boolean(),
  username: z.string().nullable(),
  telegram_link: z.string().nullable(),
  currency_id: z.int(),
  currency: Currency.nullable(),
  /** Last visit as one of `seenOptions`; null if the person or the viewer hides visits. */
  seen: z.string().nullable(),
  /** True if the viewer has blocked the person. */
  is_blocked: z.boolean(),
})

/** An object with the given schema for each notification switch. */
export function switchFields<T extends z.ZodType>(field: T): Record<NotificationSwitch, T> {
  return Object.fromEntries(notificationSwitches.map((name) => [name, field])) as Record<
    NotificationSwitch,
    T
  >
}

/** The session's own profile. */
export const OwnUser = Profile.extend({
  telegram_id: z.int(),
  /**
   * True if the product replaced the person's Telegram name, which was unfit to be shown, and the person has not
   * entered a name yet.
   */
  is_name_neutral: z.boolean(),
  ui_language: Language,
  role: z.enum(userRoles),
  ...switchFields(z.boolean()),
  is_only_remote: z.boolean(),
  is_price_conversion: z.boolean(),
  is_focus_group: z.boolean(),
  /**
   * True if others see the person's last visit. Only people whose last visit is shown see the last visits of others.
   */
  is_seen_shown: z.boolean(),
  /** Id of the resume's file, by which its owner can delete it with `DELETE /api/files/delete`. */
  user_resume_file_id: z.int().nullable(),
  /** Id of the uploaded profile picture's file, by which its owner can delete it with `DELETE /api/files/delete`. */
  user_logo_file_id: z.int().nullable(),
  can_write: z.boolean(),
  /**
   * The person's answer at the first start of the app: work, hire, both or skipped; null until the person has answered.
   */
  start_choice: z.literal([...startChoices, null]),
  /** True if the person chose the language of the product; false if it was taken from Telegram. */
  is_language_chosen: z.boolean(),
})

/** A person. The link to the person's Telegram is set only if the person and the viewer work together. */
export const Counterpart = PublicUser.extend({ telegram_link: z.string().nullable() })
