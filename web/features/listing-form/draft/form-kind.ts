import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { QuestionDraft } from './question-draft.ts'

export type FormPart<D> = {
  draft: D
  errors: Record<string, string>
  onChange: (part: Partial<D>) => void
}

/** Form values that orders and vacancies have in common, as typed. */
export type SharedDraft = {
  title: string
  description: string
  category: string
  skills: string[]
  currency: string
  experience: string
  language: string
  isRemote: boolean
  isUrgent: boolean
  questions: QuestionDraft[]
  /** Placement period in days. */
  period: string
}

/**
 * Initial values of a new listing, and the storage key of its draft. `isFromMessage` is true if the bot read the values
 * from a chat message.
 */
export type InitialDraft<D> = { name: string; draft: D; isFromMessage?: boolean }

/** Differences between the form for orders and the form for vacancies: fields, conversions, calls and texts. */
export type ListingFormKind<D extends SharedDraft, L extends Listing> = {
  kind: ListingKind
  empty: D
  Fields: ComponentType<FormPart<D>>
  /** Query of the page of the listing. */
  page: (id: number) => UseQueryOptions<L>
  draftOf: (listing: L) => D
  /**
   * Reads a link that the bot made from a chat message. Returns `null` if the link contains no listing of this kind.
   */
  readMessageLink?: (encodedOrder: string) => InitialDraft<D> | null
  create: (draft: D, file_ids: number[]) => Promise<L>
  /** Sends only the changed fields of a listing. `null` if no field has changed. */
  edit: (id: number, before: D, after: D) => Promise<L> | null
  assign: (file_id: number, listing_id: number) => Promise<unknown>
  words: { create: string; edit: string; saved: string; failed: string; note: string }
}
