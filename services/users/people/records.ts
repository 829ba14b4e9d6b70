import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { AuthorRecord, FreelancerRecord } from '#contract/calls/people-shapes.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { PersonRecords } from '#db/tables/people.ts'

/**
 * A person's record is computed from past events. If there are fewer than `least` events, only the number of events is
 * shown.
 */

const { least } = limits.record

export type RecordRow = Selectable<PersonRecords>
export type AuthorRecordReply = z.output<typeof AuthorRecord>
type FreelancerRecordReply = z.output<typeof FreelancerRecord>

/** SQL column with a person's record; null if none was computed. */
export const recordOf = (user_id: RawBuilder<unknown>): RawBuilder<RecordRow | null> =>
  sql`(select to_json(kept) from person_records kept where kept.user_id = ${user_id})`

/**
 * SQL condition that a listing's author answered a response: chose it, shortlisted it, or declined it with a reason. A
 * response that ended automatically was not answered.
 */
export const isAnswered = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(${column('status')} = 'chosen' or ${column('shortlisted_at')} is not null
    or ${column('decline_reason')} is not null)`
}

export function toAuthorRecord(row: RecordRow | null | undefined): AuthorRecordReply {
  if (!row) return { closed: 0, figures: null, paid_placements: 0 }
  const { closed, hired, responses, answered, answered_percent, wait_minutes, paid_placements } = row
  const answers = { percent: answered_percent, answered, responses, wait_minutes }
  return {
    closed,
    figures: closed < least ? null : { hired, answers: responses < least ? null : answers },
    paid_placements,
  }
}

export function toFreelancerRecord(row: RecordRow | undefined): FreelancerRecordReply {
  if (!row) return { completed: 0, figures: null }
  const { completed, dated, on_time, returning_clients, talks, reply_minutes } = row
  const { invited, invites_answered: answered, invites_percent: percent } = row
  const figures = {
    dated,
    on_time,
    returning_clients,
    reply_minutes: talks < least ? null : reply_minutes,
    invites: invited < least ? null : { percent, answered, invited },
  }
  return { completed, figures: completed < least ? null : figures }
}

/** Record of a person as an author and as a freelancer. */
export async function readRecord(db: Db, user_id: number) {
  const row = await db
    .selectFrom('person_records')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return { author: toAuthorRecord(row), freelancer: toFreelancerRecord(row) }
}
