import type { reportReasons, reportSubjects } from '#contract/options.ts'

/** Content that can be reported. */
export type ReportSubject = { type: (typeof reportSubjects)[number]; id: number }
export type ReportReason = (typeof reportReasons)[number]

/** A person who can be blocked. */
export type Blockable = { id: number; full_name: string }
