import type { Generated } from 'kysely'
import type { DeclineReason, EndReason, ResponseFlag, ResponseStatus } from '#contract/lifecycle.ts'
import type { Answer } from '#contract/questions.ts'
import type { Id, Json, Money, Moved, Time, WrittenAt } from './columns.ts'

/** Responses: at most one per listing and person, not counting withdrawn ones. */
export interface Responses {
  id: Id
  listing_id: number
  user_id: number
  status: Moved<ResponseStatus>
  /** 20 = boosted, 200 = normal. It is 20 if and only if `boosted_at` is set. */
  response_type: Generated<number>
  response_text: string
  price: Money | null
  /** Currency of the price; required if there is a price. */
  currency_id: number | null
  materials_link: string | null
  /** Answers to the listing's questions, each with the question as it was asked; null without questions. */
  answers: Json<Answer[]> | null
  with_resume: Generated<boolean>
  /** Time when the boost was paid for, by which boosted responses are ranked. */
  boosted_at: Time | null
  /** Time when the boost of a response that the author never saw was given back to its sender. */
  boost_credited_at: Time | null
  /** Time when the listing's author first saw the response. */
  seen_at: Time | null
  /** True if the sender archived the response. */
  is_archive: Generated<boolean>
  /** Reason why the response ended; null while it is active, or if it ended before reasons were stored. */
  end_reason: EndReason | null
  /** Reason that the author gave for declining; null without one. */
  decline_reason: DeclineReason | null
  /** Time when the response was declined, and its state before. */
  declined_at: Time | null
  declined_from: ResponseStatus | null
  /**
   * Finding of the text check. For a copy also the copied share in percent, and whether the sender's own text was
   * copied.
   */
  flag: ResponseFlag | null
  flag_share: number | null
  is_own_copy: boolean | null
  /** Time when the listing's author cleared the finding. */
  unflagged_at: Time | null
  /**
   * Third of all prices in which the price fell when the response was sent, and the number of prices; null while there
   * are too few.
   */
  price_third: number | null
  price_among: number | null
  shortlisted_at: Time | null
  /** Time when the response ended; null while it is active, or if it ended before the time was stored. */
  ended_at: Time | null
  /** Time since which the response waits again, because a choice or a decline was undone. */
  waits_since: Time | null
  /** Number of reminders about the response that its listing's author got. */
  nudges: Generated<number>
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** Hashed word pairs of a response's text, by which copies are found. */
export interface ResponsePrints {
  response_id: number
  shingles: number[]
  /** The smallest hashes, by which an index finds likely copies. */
  sketch: number[]
  /** Bit set of all hashes; null in rows of older releases. */
  signature: string | null
}

/** A person's template for responses. */
export interface ResponseTemplates {
  id: Id
  user_id: number
  body: string
  shingles: number[]
  created_at: WrittenAt
}

/** A response that a person is writing in the chat with the bot. */
export interface ResponseDrafts {
  user_id: number
  listing_id: number
  /** Id of the bot's message about the order, in the person's chat. */
  message_id: number
  price: Money | null
  /** Currency of the price; null until the person has chosen one. */
  currency_id: number | null
  is_negotiable: Generated<boolean>
  /** True if the person confirmed a price far from the budget. */
  is_odd_meant: Generated<boolean>
  response_text: string | null
  /** True if the draft continues once the person has confirmed a phone. */
  waits_for_phone: Generated<boolean>
  created_at: Time
}

/** View of responses and invitations that should have ended, or whose end was not announced; must be empty. */
export interface OpenLoops {
  /** `not_renewed`, `not_ended` or `not_told`; for invitations `invitation_not_renewed` and so on. */
  loop: string | null
  response_id: number | null
  listing_id: number | null
  owed_at: Time | null
}
