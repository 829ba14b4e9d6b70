import type { reportReasons, reportSubjects } from '#contract/options.ts'

/** What a person may complain about. */
export type ReportSubject = { type: (typeof reportSubjects)[number]; id: number }
export type ReportReason = (typeof reportReasons)[number]

/** Whom a person may block. */
export type Blockable = { id: number; full_name: string }
