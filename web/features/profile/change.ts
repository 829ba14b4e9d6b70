import type { ProfileDraft } from './draft.ts'

/** Writes what the server now knows into the form, so that saving again does not send it twice. */
export type Settle = (part: (draft: ProfileDraft) => Partial<ProfileDraft>) => void
export type Progress = (share: number) => void

/** One call that saving makes; `field` is the control that a refusal belongs to. */
export type Change = { field: string; run: (settle: Settle, onProgress: Progress) => Promise<unknown> }
