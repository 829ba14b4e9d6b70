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

/** What the forms of both kinds have in common, as it is typed. */
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
  /** Days of the placement. */
  period: string
}

/** What a new listing begins as, and the name under which its draft is kept. */
export type Beginning<D> = { name: string; draft: D; isSaid?: boolean }

/** How a listing of one kind is written: its fields, and the calls that save them. */
export type FormKind<D extends SharedDraft, L extends Listing> = {
  kind: ListingKind
  empty: D
  Fields: ComponentType<FormPart<D>>
  /** The full page of one. */
  page: (id: number) => UseQueryOptions<L>
  draftOf: (listing: L) => D
  /** Reads a link that the bot made of a message; null when it says nothing of this kind. */
  readSaid?: (said: string) => Beginning<D> | null
  create: (draft: D, file_ids: number[]) => Promise<L>
  /** Sends only what differs; null when nothing does. */
  edit: (id: number, before: D, after: D) => Promise<L> | null
  assign: (file_id: number, listing_id: number) => Promise<unknown>
  words: { create: string; edit: string; saved: string; failed: string; note: string }
}
