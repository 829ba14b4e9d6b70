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
  /** Type of the response: 20 = boosted, 200 = normal. It is 20 exactly if `boosted_at` is set. */
  response_type: Generated<number>
  response_text: string
  price: Money | null
  /** Currency of the price; required if there is a price. */
  currency_id: number | null
  materials_link: string | null
  /**
   * Answers to the listing's questions, each with the question as it was asked; null if the listing had no questions.
   */
  answers: Json<Answer[]> | null
  with_resume: Generated<boolean>
  /** Time when the response's boost was paid for. Boosted responses are sorted by this time. */
  boosted_at: Time | null
  /** Time when the boost of a response that the author never saw was given back to its sender. */
  boost_credited_at: Time | null
  /** Time when the listing's author first saw the response. */
  seen_at: Time | null
  /** True if the sender archived the response. */
  is_archive: Generated<boolean>
  /**
   * Reason why the response ended. Null for an active response, and for a response that ended before reasons were
   * stored.
   */
  end_reason: EndReason | null
  /** Reason that the listing's author gave for declining the response; null without a reason. */
  decline_reason: DeclineReason | null
  /** Time when the response was declined, and the response's state before that. */
  declined_at: Time | null
  declined_from: ResponseStatus | null
  /**
   * Finding of the automatic check of the response's text. For a copied text also the copied share in percent, and
   * whether it was copied from the sender's own earlier response.
   */
  flag: ResponseFlag | null
  flag_share: number | null
  is_own_copy: boolean | null
  /** Time when the listing's author marked the finding of the text check as harmless. */
  unflagged_at: Time | null
  /**
   * Third of all prices in which the response's price fell when the response was sent, and the number of compared
   * prices; null if there were too few prices.
   */
  price_third: number | null
  price_among: number | null
  shortlisted_at: Time | null
  /** Channel whose post led the sender to the listing; null if the sender came another way. */
  channel_id: number | null
  /**
   * Time when the response ended. Null for an active response, and for a response that ended before this time was
   * stored.
   */
  ended_at: Time | null
  /** Time since which the response waits again, because a choice or a decline was undone. */
  waits_since: Time | null
  /** Number of reminders about the response that were sent to the listing's author. */
  nudges: Generated<number>
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** Hashes of the word pairs in a response's text, by which copied texts are found. */
export interface ResponsePrints {
  response_id: number
  shingles: number[]
  /** The smallest hashes of the text, with which an index finds likely copies. */
  sketch: number[]
  /** Bit set of all hashes of the text; null in rows of older releases. */
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
  /** True if the person confirmed that a price far from the order's budget is no mistake. */
  is_odd_meant: Generated<boolean>
  response_text: string | null
  /** True if the bot continues the draft once the person has confirmed a phone. */
  waits_for_phone: Generated<boolean>
  created_at: Time
}

/** View: responses and invitations that should have ended, or whose end was not announced. The view must be empty. */
export interface OpenLoops {
  /**
   * Kind of the fault: `not_renewed`, `not_ended` or `not_told`. For invitations the kind has the prefix `invitation_`.
   */
  loop: string | null
  response_id: number | null
  listing_id: number | null
  owed_at: Time | null
}
