import { z } from 'zod'
import { listingStatuses, moderationStates, paymentStates } from '../lifecycle.ts'
import { findings, paymentFormats, reportReasons, reportSubjects } from '../options.ts'
import { paymentCaseKinds } from '../payment-cases.ts'
import { consequences } from '../rejection.ts'
import {
  moderationSubjects,
  paymentKinds,
  paymentRails,
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
  /** Names of the two sides of a private order; null for everything else. */
  sides: z.object({ client: z.string(), freelancer: z.string() }).nullable(),
  /** Number of complaints about the same item, which share one task. */
  complaints: z.int(),
  /** The people who sent the first complaints, with the results of their earlier complaints. */
  reporters: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      reason: z.enum(reportReasons),
      comment: z.string().nullable(),
      created_at: Time,
      accepted: z.int(),
      dismissed: z.int(),
    }),
  ),
})

/** Terms of the listing under review. For an edit, the terms that the listing would have after the edit. */
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
  /** Days of the placement. */
  placement_period: z.int(),
  /** Last payment that was received for the listing. */
  paid: z.object({ amount: z.number(), currency: z.string(), paid_at: Time }).nullable(),
})

const TextPiece = z.object({ text: z.string(), is: z.enum(['same', 'removed', 'added']) })

/** A listing with nearly the same text. */
const NearDuplicate = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  /** Time when the state of the similar listing last changed. */
  since: Time,
  /** Share of common text in percent; null if the listing was found before shares were stored. */
  share: z.int().nullable(),
  /** Word-by-word comparison with the reviewed text. Words that only the similar listing has are marked `removed`. */
  pieces: z.array(TextPiece),
})

/** History of a listing's author, for moderators. */
const Record = z.object({
  published: z.int(),
  rejected: z.int(),
  /** Number of the author's items with an accepted complaint. */
  reports: z.int(),
  /** Number of the author's paid placements besides the one under review. */
  payments: z.int(),
})

/** An act of staff on a listing. The act can be undone through its task until it takes effect. */
export const StaffAct = z.object({ task_id: z.int(), effective_at: Time })

/** Number of a person's recent warnings. After the second warning, the moderator is offered to block the person. */
export const WarningCount = z.object({ warnings: z.int() })

/** A task of the moderators' queue with all data needed for a decision. */
export const ModerationTask = z.object({
  id: z.int(),
  subject: z.enum(moderationSubjects),
  state: z.enum(moderationStates),
  /** Hash of the content under review; null for complaints, and for old submissions stored without content. */
  content_hash: z.string().nullable(),
  /** Findings of the automatic checks. */
  flags: z.array(z.enum(findings)),
  created_at: Time,
  /** Time since which the task has waited for moderators; a wait for the author's answer does not count. */
  waiting_since: Time,
  claimed_by: z.int().nullable(),
  claimer_name: z.string().nullable(),
  claimed_until: Time.nullable(),
  decided_by: z.int().nullable(),
  decider_name: z.string().nullable(),
  /** True if the moderator decided about their own case, because no other staff existed. */
  decided_alone: z.boolean(),
  effective_at: Time.nullable(),
  /** Time when the decision took effect. Until then the decision can be undone. */
  applied_at: Time.nullable(),
  reason: z.string().nullable(),
  /** Id of the listing under review; null for a complaint about anything else. */
  listing_id: z.int().nullable(),
  kind: z.enum(['order', 'vacancy']).nullable(),
  title: z.string().nullable(),
  /** Text under review. */
  text: z.string(),
  /** Places of contacts, links or scam in the text: `[from, to)` in UTF-16 units. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  offer: Offer.nullable(),
  /**
   * Fields that differ from the last approved content, with both values written out as text. For a list field, the
   * values are the removed and the added items.
   */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** Word-by-word comparison of a text field, and the changed share in percent. */
      pieces: z.array(TextPiece).nullable(),
      share: z.int().nullable(),
    }),
  ),
  /** Names of the fields that the edit leaves unchanged. */
  unchanged: z.array(z.string()),
  /** For an edit, a sentence that says why it waits, or that it is public already, and which version the feed shows. */
  edit_note: z.string().nullable(),
  duplicate_of: z.int().nullable(),
  duplicates: z.array(NearDuplicate),
  /** The author's appeal text. */
  appeal: z.string().nullable(),
  /** Last question of the moderators to the author, and the author's answer if there is one. */
  question: z.string().nullable(),
  answer: z.string().nullable(),
  status: z.enum(listingStatuses).nullable(),
  /** Author of the item, or the reported person. */
  author: PublicUser,
  author_status: z.enum(userStatuses),
  /** Role of the author: staff cannot be blocked from the task. */
  author_role: z.enum(userRoles),
  /** True if the author deleted an account in the last 90 days. */
  author_returned: z.boolean(),
  record: Record,
  /** Number of the author's warnings in the last 90 days. */
  author_warnings: z.int(),
  /** The author's other listings that would end if the author were blocked. */
  author_open: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['order', 'vacancy']),
      title: z.string(),
      status: z.enum(['published', 'moderation']),
    }),
  ),
  /** True if the item can still be taken down or removed. */
  is_removable: z.boolean(),
  /** Consequence of the decision for the item and its author, besides publishing or rejecting. */
  consequence: z.enum(consequences).nullable(),
  /**
   * For an appeal, the decision that is appealed; null for other tasks. `has_other`: true if other staff could decide
   * about the appeal.
   */
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
  /** Number of undecided complaints about the person. */
  open_reports: z.int(),
  /**
   * Set if the person deleted an account in the last 90 days. `rejections`: rejected listings of the deleted account.
   */
  returned: z.object({ rejections: z.int() }).nullable(),
})

/** Price of a listing in the lists of the staff. `format`: unit of the price, null if the listing does not say it. */
export const ListedPrice = z.object({
  from: z.number().nullable(),
  to: z.number().nullable(),
  currency: z.string(),
  format: z.enum(paymentFormats).nullable(),
})

export const AdminListing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  author_id: z.int(),
  author_name: z.string(),
  /** Number of the author's warnings in the last 90 days. */
  author_warnings: z.int(),
  price: ListedPrice,
  created_at: Time,
  published_at: Time.nullable(),
  responses_count: z.int(),
  /** True if the listing is hidden by the staff, and not paused by its author. */
  is_taken_down: z.boolean(),
  /** True for an order of a service, which only its two sides and the staff see. */
  is_private: z.boolean(),
})

export const AdminPayment = z.object({
  id: z.int(),
  kind: z.enum(paymentKinds),
  state: z.enum(paymentStates),
  amount: z.number(),
  currency: z.string(),
  rail: z.enum(paymentRails),
  payer_id: z.int(),
  payer_name: z.string(),
  listing_id: z.int().nullable(),
  response_id: z.int().nullable(),
  /** Title of the listing that is placed, or that the boosted response belongs to. */
  title: z.string().nullable(),
  created_at: Time,
  paid_at: Time.nullable(),
  /** True if the payer got a credit for the payment. */
  is_credited: z.boolean(),
  /** Kinds of the open cases about the payment. */
  cases: z.array(z.enum(paymentCaseKinds)),
})
