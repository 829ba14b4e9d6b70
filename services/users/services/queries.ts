import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ListedService, ServicePage } from '#contract/calls/services.ts'
import type { Terms } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type Link, linkFor } from '#services/core/servers/file-urls.ts'
import { amount, currency, nameIn, translated } from '#services/reference/projections.ts'
import { publicUser } from '#services/users/people/projections.ts'
import { recordOf, toFreelancerRecord } from '#services/users/people/records.ts'
import { isFavorite } from '#services/users/profile/columns.ts'
import { toWork, type WorkRow, workJson } from '#services/users/profile/works.ts'
import { findRefusal } from './refusals.ts'
import { areServicesSeen, isClosed } from './visibility.ts'

/** Somebody who reads services, the language, the time (ISO 8601) and the URLs of files. */
type Reader = { viewer_id: number; language: Language; now: string; link: Link }

/** SQL for the pictures of a service; the list is empty for a blocked person. */
const pictures: RawBuilder<WorkRow[]> =
  sql`(select coalesce(json_agg(${workJson} order by shown.position), '[]')
  from service_works shown join user_works work on work.file_id = shown.work_id join files file on file.id = work.file_id
  where shown.service_id = service.id and person.status = 'active')`

/** SQL for the number of orders of a service that were completed. */
const orderedCount = sql<number>`(select count(*)::int from service_requests request
  join listings listing on listing.id = request.listing_id
  where request.service_id = service.id and listing.status = 'completed')`

/** SQL for the category of a service: its own one or, if it has none, that of its owner. */
export const serviceCategory = sql<number | null>`coalesce(service.category_id, person.category_id)`

const unit = (language: Language) => sql<z.output<
  typeof Terms
> | null>`(select json_build_object('id', term.id,
  'name', ${nameIn(language, 'term')}, 'description', coalesce(${translated(language, 'term.descriptions')}, ''))
  from price_terms term where term.id = service.price_term_id)`

const category = (language: Language) => sql<{
  id: number
  name: string
} | null>`(select json_build_object('id', kind.id,
  'name', ${nameIn(language, 'kind')}) from categories kind where kind.id = ${serviceCategory})`

/** Services as a list and a page show them. Needs no other tables. */
function selectServices(db: Db, { language, now }: Reader) {
  return db
    .selectFrom('user_services as service')
    .innerJoin('users as person', 'person.id', 'service.user_id')
    .innerJoin('currencies as currency', 'currency.id', 'service.currency_id')
    .select(['service.id', 'service.name', 'service.description', 'service.days'])
    .select([
      amount('service.price').as('price'),
      currency('currency', { language, now }).as('currency'),
      unit(language).as('unit'),
      category(language).as('category'),
      pictures.as('pictures'),
      orderedCount.as('ordered_count'),
      isClosed(now).as('is_closed'),
      publicUser('person', language).as('freelancer'),
      recordOf(sql`person.id`).as('record'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectServices>['executeTakeFirstOrThrow']>>

/** A service as a list and a page show it alike. */
function toService({ pictures, record, ...service }: Row, link: Link) {
  return {
    ...service,
    pictures: pictures.map((work) => toWork(work, link)),
    reply_minutes: toFreelancerRecord(record ?? undefined).figures?.reply_minutes ?? null,
  }
}

/** Returns services by ids, in the order of the ids. */
export async function listServicesByIds(
  db: Db,
  ids: number[],
  reader: Reader,
): Promise<z.output<typeof ListedService>[]> {
  if (ids.length === 0) return []
  const rows = await selectServices(db, reader)
    .where(sql<boolean>`service.id = any(${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], service.id)`)
    .execute()
  return rows.map((row) => toService(row, reader.link))
}

/**
 * The page of a service.
 * @throws not_found for a service that does not exist, and for one that the viewer does not see
 */
export async function getServicePage(ctx: UserContext, id: number): Promise<z.output<typeof ServicePage>> {
  const viewer_id = ctx.viewer.id
  const reader = { viewer_id, language: ctx.language, now: ctx.now().toISOString(), link: linkFor(ctx) }
  const row = await selectServices(ctx.db, reader)
    .select([
      'service.questions',
      'service.closed_until',
      'service.takedown_reason',
      isFavorite(viewer_id).as('is_favorite'),
    ])
    .where('service.id', '=', id)
    .where(areServicesSeen(viewer_id))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { questions, closed_until, takedown_reason, is_favorite, ...shared } = row
  const { refusal, my_request_id } = await findRefusal(ctx, id)
  const service = toService(shared, reader.link)
  return {
    ...service,
    freelancer: { ...service.freelancer, is_favorite },
    questions,
    closed_until: service.is_closed ? closed_until : null,
    takedown_reason,
    is_owner: service.freelancer.id === viewer_id,
    record: toFreelancerRecord(shared.record ?? undefined),
    my_request_id,
    refusal,
  }
}
