import type { reportReasons, reportSubjects } from '#contract/options.ts'

/** Content that can be reported. `service` is the service of a person that the report of the person is about. */
export type ReportSubject = { type: (typeof reportSubjects)[number]; id: number; service?: string }
export type ReportReason = (typeof reportReasons)[number]

/** A person who can be blocked. */
export type Blockable = { id: number; full_name: string }
