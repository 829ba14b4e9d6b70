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

/** A complaint: subject, reason, state. */
export const Report = z.object({
  id: z.int(),
  subject_type: z.enum(reportSubjects),
  subject_id: z.int(),
  reason: z.enum(reportReasons),
  comment: z.string().nullable(),
  state: z.enum(reportStates),
  reporter_id: z.int(),
  /** Number of complaints about the same item, which share one task. */
  complaints: z.int(),
  /** The first reporters, with the results of their earlier complaints. */
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

/** Terms of the listing under review; for an edit, with its changes. */
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
  /** Last received payment for it. */
  paid: z.object({ amount: z.number(), currency: z.string(), paid_at: Time }).nullable(),
})

const Piece = z.object({ text: z.string(), is: z.enum(['same', 'removed', 'added']) })

/** A listing with nearly the same text. */
const NearDuplicate = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  /** Time of its last change of state. */
  since: Time,
  /** In percent; null if found before shares were stored. */
  share: z.int().nullable(),
  /** Word-by-word comparison with the reviewed text; words only it has are marked removed. */
  pieces: z.array(Piece),
})

/** History of the author. */
const Record = z.object({
  published: z.int(),
  rejected: z.int(),
  /** Their items with an accepted complaint. */
  reports: z.int(),
  /** Their paid placements besides this one. */
  payments: z.int(),
})

/** A staff act on a listing; it can be undone by its task until it takes effect. */
export const StaffAct = z.object({ task_id: z.int(), effective_at: Time })

/** Number of recent warnings; at the second a block is proposed. */
export const WarningCount = z.object({ warnings: z.int() })

/** A task of the moderators' queue with everything to decide it. */
export const ModerationTask = z.object({
  id: z.int(),
  subject: z.enum(moderationSubjects),
  state: z.enum(moderationStates),
  /** Hash of the content under review; null for complaints and old submissions without stored content. */
  content_hash: z.string().nullable(),
  /** Findings of the automatic checks. */
  flags: z.array(z.enum(findings)),
  created_at: Time,
  /** Waiting for moderators, not for the author, since this time. */
  waiting_since: Time,
  claimed_by: z.int().nullable(),
  claimer_name: z.string().nullable(),
  claimed_until: Time.nullable(),
  decided_by: z.int().nullable(),
  decider_name: z.string().nullable(),
  /** The moderator decided about their own case, because no other staff existed. */
  decided_alone: z.boolean(),
  effective_at: Time.nullable(),
  /** Time when it took effect; until then it can be undone. */
  applied_at: Time.nullable(),
  reason: z.string().nullable(),
  /** The listing; null for complaints about anything else. */
  listing_id: z.int().nullable(),
  kind: z.enum(['order', 'vacancy']).nullable(),
  title: z.string().nullable(),
  /** Text under review. */
  text: z.string(),
  /** Places with contacts, links or scam: `[from, to)` in UTF-16 units. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  offer: Offer.nullable(),
  /** Differences from the last approved content, in words; for lists the removed and added items. */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** For a text: word-by-word comparison, and changed share in percent. */
      pieces: z.array(Piece).nullable(),
      share: z.int().nullable(),
    }),
  ),
  /** Fields that an edit does not change. */
  unchanged: z.array(z.string()),
  duplicate_of: z.int().nullable(),
  duplicates: z.array(NearDuplicate),
  /** The author's appeal text. */
  appeal: z.string().nullable(),
  /** Last question to the author, and its answer if there is one. */
  question: z.string().nullable(),
  answer: z.string().nullable(),
  status: z.enum(listingStatuses).nullable(),
  /** Author of the item, or the reported person. */
  author: PublicUser,
  author_status: z.enum(userStatuses),
  /** Staff cannot be blocked from here. */
  author_role: z.enum(userRoles),
  /** They deleted an account in the last 90 days. */
  author_returned: z.boolean(),
  record: Record,
  /** Number of warnings in the last 90 days. */
  author_warnings: z.int(),
  /** Listings that a block would end as well. */
  author_open: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['order', 'vacancy']),
      title: z.string(),
      status: z.enum(['published', 'moderation']),
    }),
  ),
  /** The item can still be taken down or removed. */
  is_removable: z.boolean(),
  /** Consequence of the decision, besides publishing or rejecting. */
  consequence: z.enum(consequences).nullable(),
  /** For an appeal: the first decision, and whether other staff could decide now. */
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
  /** Set if they deleted an account in the last 90 days; `rejections`: rejected listings of it. */
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
  /** A credit was given for it. */
  is_credited: z.boolean(),
  /** Its open cases. */
  cases: z.array(z.enum(paymentCaseKinds)),
})
