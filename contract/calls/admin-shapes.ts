import { z } from 'zod'
import { listingStatuses, moderationStates, paymentStates } from '../lifecycle.ts'
import { findings, paymentFormats, reportReasons, reportSubjects } from '../options.ts'
import { paymentCaseKinds } from '../payment-cases.ts'
import { consequences } from '../rejection.ts'
import {
  moderationSubjects,
  paymentKinds,
  reportStates,
  userRoles,
  userStatuses,
  verificationStates,
} from '../states.ts'
import { PublicUser } from './people-shapes.ts'
import { Time } from './scalars.ts'

/** A complaint: about what, why, and what became of it. */
export const Report = z.object({
  id: z.int(),
  subject_type: z.enum(reportSubjects),
  subject_id: z.int(),
  reason: z.enum(reportReasons),
  comment: z.string().nullable(),
  state: z.enum(reportStates),
  reporter_id: z.int(),
  /** How many complain about the same; they are one task. */
  complaints: z.int(),
  /** The first of them, with what became of their earlier complaints. */
  reporters: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      reason: z.enum(reportReasons),
      comment: z.string().nullable(),
      accepted: z.int(),
      dismissed: z.int(),
    }),
  ),
})

/** A complaint's or a review's listing, an edit as it would become. */
const Offer = z.object({
  category: z.string().nullable(),
  deadline: Time.nullable(),
  price: z.number().nullable(),
  min_stake: z.number().nullable(),
  max_stake: z.number().nullable(),
  payment_format: z.enum(paymentFormats).nullable(),
  currency: z.string(),
  urgent: z.boolean(),
  skills: z.array(z.string()),
  location: z.string().nullable(),
  /** Days. */
  placement_period: z.int(),
  /** The last payment for it that arrived. */
  paid: z.object({ amount: z.number(), currency: z.string(), paid_at: Time }).nullable(),
})

const Piece = z.object({ text: z.string(), is: z.enum(['same', 'removed', 'added']) })

/** A listing that says nearly the same. */
const Twin = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  /** When it came to be what it is now. */
  since: Time,
  /** In percent; unknown of what was found before shares were kept. */
  share: z.int().nullable(),
  /** Its text and then this one, word by word: what only it has counts as removed. */
  pieces: z.array(Piece),
})

/** What is known of an author besides their words. */
const Record = z.object({
  published: z.int(),
  rejected: z.int(),
  /** Things of theirs about which complaints were right. */
  reports: z.int(),
  /** Placements that they paid for besides this one. */
  payments: z.int(),
})

/** A decision of the staff about a listing; it may be taken back by its task until it takes effect. */
export const Measure = z.object({ task_id: z.int(), effective_at: Time })

/** How often a person was warned lately; at the second time a block is proposed. */
export const Warned = z.object({ warnings: z.int() })

/** One entry of the moderators' queue: what they read before they decide. */
export const ModerationTask = z.object({
  id: z.int(),
  subject: z.enum(moderationSubjects),
  state: z.enum(moderationStates),
  /** Names the content under review; null in complaints, and for what was submitted before contents were kept. */
  content_hash: z.string().nullable(),
  /** Findings of the automatic checks. */
  flags: z.array(z.enum(findings)),
  created_at: Time,
  /** Since when the moderators, not the author, are to act. */
  waiting_since: Time,
  claimed_by: z.int().nullable(),
  claimer_name: z.string().nullable(),
  claimed_until: Time.nullable(),
  decided_by: z.int().nullable(),
  decider_name: z.string().nullable(),
  /** The moderator decided about their own, because no other member of staff was there. */
  decided_alone: z.boolean(),
  effective_at: Time.nullable(),
  /** When it was carried out; until then it may be taken back. */
  applied_at: Time.nullable(),
  reason: z.string().nullable(),
  /** The listing; null in complaints about anything else. */
  listing_id: z.int().nullable(),
  kind: z.enum(['order', 'vacancy']).nullable(),
  title: z.string().nullable(),
  /** The words under review. */
  text: z.string(),
  /** Where the text shows contacts, links or a scam: from and to, in UTF-16 units. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  offer: Offer.nullable(),
  /** What differs from the version that was approved before, in words; of lists what left and what came. */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** Of a text: both versions word by word, and how much of it changed in percent. */
      pieces: z.array(Piece).nullable(),
      share: z.int().nullable(),
    }),
  ),
  /** Fields that an edit leaves as they were. */
  unchanged: z.array(z.string()),
  duplicate_of: z.int().nullable(),
  duplicates: z.array(Twin),
  /** Why the author objects to the rejection before this review. */
  appeal: z.string().nullable(),
  /** The last question to the author, with the answer once it is there. */
  question: z.string().nullable(),
  answer: z.string().nullable(),
  status: z.enum(listingStatuses).nullable(),
  /** The author of these words, or the reported person. */
  author: PublicUser,
  author_status: z.enum(userStatuses),
  /** Members of staff cannot be blocked from a card. */
  author_role: z.enum(userRoles),
  /** They deleted an account in the last 90 days. */
  author_returned: z.boolean(),
  record: Record,
  /** How often they were warned in the last 90 days. */
  author_warnings: z.int(),
  /** What a block ends as well. */
  author_open: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['order', 'vacancy']),
      title: z.string(),
      status: z.enum(['published', 'moderation']),
    }),
  ),
  /** What it is about can still be taken down or removed. */
  is_removable: z.boolean(),
  /** What the decision does besides publishing or rejecting. */
  consequence: z.enum(consequences).nullable(),
  /** Of an appeal the first decision, and whether anybody else could look at it now. */
  first: z
    .object({
      state: z.enum(['approved', 'rejected']),
      reason: z.string().nullable(),
      decider_name: z.string().nullable(),
      decided_at: Time.nullable(),
      has_other: z.boolean(),
    })
    .nullable(),
  report: Report.nullable(),
})

export const AdminUser = PublicUser.extend({
  telegram_id: z.int().nullable(),
  username: z.string().nullable(),
  role: z.enum(userRoles),
  status: z.enum(userStatuses),
  is_focus_group: z.boolean(),
  block_reason: z.string().nullable(),
  verification: z.enum(verificationStates),
  /** Undecided complaints about the person. */
  open_reports: z.int(),
  /** They deleted an account in the last 90 days; how often they were rejected in it. */
  returned: z.object({ rejections: z.int() }).nullable(),
})

export const AdminListing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  author_id: z.int(),
  author_name: z.string(),
  created_at: Time,
  published_at: Time.nullable(),
  responses_count: z.int(),
})

export const AdminPayment = z.object({
  id: z.int(),
  kind: z.enum(paymentKinds),
  state: z.enum(paymentStates),
  amount: z.number(),
  currency: z.string(),
  payer_id: z.int(),
  payer_name: z.string(),
  listing_id: z.int().nullable(),
  response_id: z.int().nullable(),
  created_at: Time,
  paid_at: Time.nullable(),
  /** A free publication was given for it. */
  is_credited: z.boolean(),
  /** Open cases about it. */
  cases: z.array(z.enum(paymentCaseKinds)),
})
