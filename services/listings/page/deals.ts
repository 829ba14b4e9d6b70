import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Agreement, Deal } from '#contract/calls/deal-shapes.ts'
import type { Language } from '#contract/languages.ts'
import { dealStage, type ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { priceUnitIds } from '#contract/options.ts'
import { earliestDismissalTime } from '#contract/policies.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import { type FileRow, filesJson, toFile } from '#services/files/queries.ts'
import { currency, nameIn } from '#services/reference/projections.ts'
import type { Reader } from '../projections.ts'

const dayMs = 24 * 60 * 60_000

/** `list`: a listing in a list. `page`: the full page of a listing, which has more fields. */
export type View = 'list' | 'page'

type TimeOrNull = string | null
type AgreementReply = z.output<typeof Agreement>
type Step = Omit<z.output<typeof Deal>['steps'][number], 'files'> & { files: FileRow[] }
export type DealRow = AgreementReply & {
  chosen_at: string
  handed_in_at: TimeOrNull
  returned_at: TimeOrNull
  named_due_at: TimeOrNull
  accepted_at: TimeOrNull
  reviewed_at: TimeOrNull
  steps: Step[]
}

/** SQL that formats a time like the API. Postgres formats a time inside JSON differently. */
const isoTime = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * SQL for the name of the unit of an order's price; null if the price is that of the whole work. Services are offered in
 * units that published orders do not have, such as a page. The query needs the alias `listing`.
 */
export const unitOf = (language: Language) => sql`(select ${nameIn(language, 'term')} from price_terms term
  where term.id <> ${sql.lit(priceUnitIds.project)} and term.id = case
    when listing.payment_format = 'hourly' then ${sql.lit(priceUnitIds.hour)}
    when listing.audience = 'private' then (
      select price_term_id from service_requests request where request.listing_id = listing.id) end)`

/**
 * SQL for the fields of an agreement. The query needs the alias `listing` and the alias `chosen` for the chosen
 * response.
 */
const agreementFields = (reader: Pick<Reader, 'language' | 'now'>) => sql`
  'unit', ${unitOf(reader.language)},
  'price', coalesce(chosen.price, listing.price)::float8 / 100,
  'currency', (select ${currency('currency', reader)} from currencies currency
    where currency.id = case when chosen.price is null then listing.currency_id else chosen.currency_id end),
  'due_at', ${isoTime(sql`coalesce(listing.due_at, listing.deadline)`)}`

const ofChosen = sql`from responses chosen where chosen.listing_id = listing.id and chosen.status = 'chosen'`

/** SQL column with the agreement of an order. The query needs the alias `listing`. */
export function agreementJson(reader: Pick<Reader, 'language' | 'now'>): RawBuilder<AgreementReply | null> {
  return sql`case when listing.kind = 'order' then (select json_build_object(${agreementFields(reader)}) ${ofChosen}) end`
}

/**
 * SQL for the hand-ins and returns of a listing since its executor was chosen, with their files. The query needs the
 * alias `listing`.
 */
const stepsSince = (since: RawBuilder<unknown>) => sql`(select coalesce(json_agg(json_build_object(
  'id', deal_step.id, 'kind', deal_step.kind, 'text', deal_step.step_text, 'link', deal_step.link,
  'created_at', ${isoTime(sql`deal_step.created_at`)}, 'files', ${filesJson('deal_step')}) order by deal_step.id), '[]')
  from deal_steps deal_step where deal_step.listing_id = listing.id and deal_step.created_at >= ${since})`

/**
 * SQL column with the deal of an order; null for everybody but the two sides of the deal. Pass the value to `toDeal`.
 * The query needs the alias `listing`.
 */
export function dealJson({
  viewer_id,
  view,
  ...reader
}: Pick<Reader, 'viewer_id' | 'language' | 'now'> & { view: View }): RawBuilder<DealRow | null> {
  const since = sql`coalesce(listing.chosen_at, chosen.updated_at)`
  return sql`case when ${viewer_id} in (listing.author_id, listing.executor_id)
    and listing.status in ('in_progress', 'completed', 'archived') then (select json_build_object(${agreementFields(reader)},
      'chosen_at', ${isoTime(since)}, 'handed_in_at', ${isoTime(sql`listing.handed_in_at`)},
      'returned_at', ${isoTime(sql`listing.returned_at`)}, 'named_due_at', ${isoTime(sql`listing.due_at`)}, 'accepted_at', ${isoTime(sql`listing.completed_at`)},
      'reviewed_at', ${isoTime(sql`(select max(published_at) from reviews where listing_id = listing.id)`)},
      'steps', ${view === 'page' ? stepsSince(since) : sql`'[]'::json`}) ${ofChosen}) end`
}

/** Returns the next time at which the author is reminded to answer handed-in work; null after the last reminder. */
function nextReminder(handed_in_at: number, now: number): TimeOrNull {
  const next = limits.deal.remindDays.map((days) => handed_in_at + days * dayMs).find((at) => at > now)
  return next === undefined ? null : new Date(next).toISOString()
}

export function toDeal(
  row: DealRow | null,
  status: ListingStatus,
  { link, now }: { link: Link; now: string },
): z.output<typeof Deal> | null {
  const stage = row && dealStage(status, { ...row, is_reviewed: row.reviewed_at !== null })
  if (!row || !stage) return null
  const { named_due_at, ...deal } = row
  const waits = stage === 'handed_in' && deal.handed_in_at !== null ? Date.parse(deal.handed_in_at) : null
  const after = (since: number | null, ms: number) =>
    since === null ? null : new Date(since + ms).toISOString()
  return {
    ...deal,
    stage,
    reminds_at: waits === null ? null : nextReminder(waits, Date.parse(now)),
    accepts_at: after(waits, limits.deal.acceptDays * dayMs),
    released_from: stage === 'work' ? earliestDismissalTime({ ...deal, due_at: named_due_at }) : null,
    steps: deal.steps.map((step) => ({ ...step, files: step.files.map((file) => toFile(file, link)) })),
  }
}
