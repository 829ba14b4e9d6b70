import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Response } from '#contract/calls/listing-shapes.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { thirds } from '#contract/price-thirds.ts'
import type { Answer } from '#contract/questions.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { filesJson, toFile } from '#services/files/queries.ts'
import { place, type Reader } from '#services/listings/projections.ts'
import { amount, currency } from '#services/reference/projections.ts'
import { publicUser, skillNames } from '#services/users/people/projections.ts'
import { toSmallWork, worksJson } from '#services/users/profile/works.ts'

export type ResponseReply = z.output<typeof Response>

/** SQL columns about the sender of a response. Needs the table `person`. */
export const senderColumns = (language: Language) =>
  [
    publicUser('person', language).as('user'),
    worksJson('person', limits.works.strip).as('works'),
    skillNames('person').as('skills'),
  ] as const

/**
 * Selects responses with their senders.
 * @param at SQL expression of each response's rank in its list
 * @param from table or named query that supplies the responses
 */
export function selectResponses(
  db: Db,
  reader: Pick<Reader, 'viewer_id' | 'language' | 'now'>,
  at: RawBuilder<number | null> = place('response'),
  from = 'responses',
) {
  return selectWithoutSender(db, reader, at, from)
    .innerJoin('users as person', 'person.id', 'response.user_id')
    .select(senderColumns(reader.language))
}

/** SQL columns of a response without its sender. */
export function selectWithoutSender(
  db: Db,
  reader: Pick<Reader, 'viewer_id' | 'language' | 'now'>,
  at: RawBuilder<number | null>,
  from = 'responses',
) {
  return db
    .selectFrom(`${from as 'responses'} as response`)
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .leftJoin('currencies as currency', 'currency.id', 'response.currency_id')
    .select([
      'response.id',
      'response.id as response_id',
      'response.response_text',
      'response.materials_link',
    ])
    .select(['response.response_type', 'response.created_at', 'response.with_resume', 'response.is_archive'])
    .select([
      'response.status',
      'response.end_reason',
      'response.decline_reason',
      'listing.author_id',
      'listing.kind',
      'response.listing_id',
    ])
    .select([amount('response.price').as('price'), at.as('place')])
    .select(['response.flag_share', 'response.is_own_copy'])
    .select(
      sql<ResponseReply['price_third']>`case when response.user_id = ${reader.viewer_id}
      then (${[...thirds]}::text[])[response.price_third] end`.as('price_third'),
    )
    .select(
      sql<number | null>`case when response.user_id = ${reader.viewer_id} then response.price_among end`.as(
        'price_among',
      ),
    )
    .select(sql<Answer[]>`coalesce(response.answers, '[]')`.as('answers'))
    .select(
      sql<ResponseReply['flag']>`case when response.unflagged_at is null then response.flag end`.as('flag'),
    )
    .select(filesJson('response').as('files'))
    .select(
      sql<
        ResponseReply['currency']
      >`case when currency.id is not null then ${currency('currency', reader)} end`.as('currency'),
    )
}
export type ResponseRow = Awaited<ReturnType<ReturnType<typeof selectResponses>['executeTakeFirstOrThrow']>>

export function toReply(
  { kind, listing_id, files, works, ...row }: ResponseRow,
  { link }: Pick<Reader, 'link'>,
): ResponseReply {
  return {
    ...row,
    project_id: kind === 'order' ? listing_id : null,
    vacancy_id: kind === 'vacancy' ? listing_id : null,
    files: files.map((file) => toFile(file, link)),
    with_file: files.length > 0,
    works: works.map((work) => toSmallWork(work, link)),
  }
}

const byId = inEachLanguage((language) =>
  prepare((db, { id, viewer_id, now }: { id: number; viewer_id: number; now: string }) =>
    selectResponses(db, { viewer_id, now, language }).where('response.id', '=', id),
  ),
)

export async function getResponse(db: Db, id: number, reader: Reader): Promise<ResponseReply> {
  const { viewer_id, now, language } = reader
  const [row] = await byId[language](db, { id, viewer_id, now })
  if (!row) throw new Error(`there is no response ${id}`)
  return toReply(row, reader)
}
