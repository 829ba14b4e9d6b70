import { sql } from 'kysely'
import type { z } from 'zod'
import type { ServiceFields } from '#contract/calls/profile-fields.ts'
import type { Service } from '#contract/calls/profile-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { isOpenSpeciality } from '#services/reference/queries.ts'
import { contactVisibility } from '#services/users/visibility/contacts.ts'
import { serviceJson } from './columns.ts'
import { checkListLimit } from './entries.ts'
import { findForeignEntries, type GivenValue, removeOthers } from './lists.ts'
import { type Flaw, titleFlaws } from './rules.ts'
import { findForeignPictures } from './works.ts'

type ServiceReply = z.output<typeof Service>
type Fields = z.output<typeof ServiceFields>

/** Database columns of a service, for the given fields only. */
function columnsOf(fields: Fields) {
  const { service_name, service_description, service_price, service_currency_id, terms_id } = fields
  const { service_category_id, service_days, service_questions } = fields
  return {
    ...(service_name !== undefined && { name: service_name }),
    ...(service_description !== undefined && { description: service_description }),
    ...(service_price !== undefined && { price: service_price }),
    ...(service_currency_id !== undefined && { currency_id: service_currency_id }),
    ...(terms_id !== undefined && { price_term_id: terms_id }),
    ...(service_category_id !== undefined && { category_id: service_category_id }),
    ...(service_days !== undefined && { days: service_days }),
    ...(service_questions !== undefined && { questions: service_questions }),
  }
}

/** Errors for a title or a question that contains contacts. */
export function serviceTextFlaws({ service_name, service_questions = [] }: Fields): Flaw[] {
  return titleFlaws([
    { path: 'service_name', title: service_name },
    ...service_questions.map((title, n) => ({ path: `service_questions.${n}`, title })),
  ])
}

/** Errors for currencies, price units and categories that cannot be chosen, and for pictures that are not the caller's. */
async function wrongReferences(ctx: UserContext, tx: Tx, fields: Fields): Promise<Flaw[]> {
  const { service_currency_id = 1, terms_id = null, service_category_id, service_work_ids = [] } = fields
  const { rows } = await sql<{ currency: boolean; term: boolean }>`select
    exists (select from currencies where id = ${service_currency_id}) as currency,
    ${terms_id}::integer is null or exists (select from price_terms where id = ${terms_id}) as term
  `.execute(tx)
  return [
    ...(rows[0]?.currency ? [] : [{ path: 'service_currency_id' }]),
    ...(rows[0]?.term ? [] : [{ path: 'terms_id' }]),
    ...(service_category_id == null || (await isOpenSpeciality(tx, service_category_id))
      ? []
      : [{ path: 'service_category_id' }]),
    ...(await findForeignPictures(ctx, tx, service_work_ids)).map((n) => ({ path: `service_work_ids.${n}` })),
  ]
}

/** @throws invalid_input */
async function checkService(ctx: UserContext, tx: Tx, service: Fields): Promise<void> {
  const fields = [...serviceTextFlaws(service), ...(await wrongReferences(ctx, tx, service))]
  if (fields.length) throw new AppError('invalid_input', { fields })
}

async function findServices(
  db: Db,
  where: { user_id: number; id?: number; is_own: boolean },
): Promise<ServiceReply[]> {
  const rows = await db
    .selectFrom('user_services as entry')
    .select(serviceJson.as('service'))
    .where('entry.user_id', '=', where.user_id)
    .$if(!where.is_own, (query) => query.where('entry.takedown_reason', 'is', null))
    .$if(where.id !== undefined, (query) => query.where('entry.id', '=', where.id ?? 0))
    .orderBy('entry.id')
    .execute()
  return rows.map((row) => row.service)
}

/** A person's services. @throws not_found */
export async function listServices(ctx: UserContext, user_id: number): Promise<ServiceReply[]> {
  const isOther = user_id !== ctx.viewer.id
  if (isOther && (await contactVisibility(ctx.db, ctx.viewer.id, user_id)).hidden)
    throw new AppError('not_found')
  return findServices(ctx.db, { user_id, is_own: !isOther })
}

async function getService(ctx: UserContext, tx: Tx, id: number): Promise<ServiceReply> {
  const [service] = await findServices(tx, { user_id: ctx.viewer.id, id, is_own: true })
  if (!service) throw new AppError('not_found')
  return service
}

/** Errors in a list of services. The client always sends the complete list. */
export async function wrongServices(
  ctx: UserContext,
  tx: Tx,
  services: GivenValue<'services'>,
): Promise<Flaw[]> {
  const ids = services.map(({ id }) => id)
  const flaws = await findForeignEntries(ctx, tx, 'user_services', { key: 'id', ids })
  for (const [n, service] of services.entries())
    for (const { path } of await wrongReferences(ctx, tx, service)) flaws.push({ path: `${n}.${path}` })
  return flaws
}

export async function setServices(ctx: UserContext, tx: Tx, services: GivenValue<'services'>): Promise<void> {
  const ids = services.map(({ id }) => id)
  await removeOthers(ctx, tx, 'user_services', ids)
  for (const { id, ...fields } of services)
    await (id === undefined ? insertService(ctx, tx, fields) : updateService(ctx, tx, id, fields))
}

async function insertService(
  ctx: UserContext,
  tx: Tx,
  fields: Fields & { service_name: string },
): Promise<number> {
  const row = {
    ...columnsOf(fields),
    name: fields.service_name,
    user_id: ctx.viewer.id,
    created_at: ctx.now().toISOString(),
  }
  const { id } = await tx.insertInto('user_services').values(row).returning('id').executeTakeFirstOrThrow()
  await setPictures(ctx, tx, id, fields.service_work_ids)
  return id
}

/**
 * Replaces the pictures of an own service, if they are given.
 * @throws invalid_input for a picture that is not in the portfolio
 */
async function setPictures(
  ctx: UserContext,
  tx: Tx,
  service_id: number,
  work_ids: number[] | undefined,
): Promise<void> {
  if (!work_ids) return
  await tx.deleteFrom('service_works').where('service_id', '=', service_id).execute()
  const { numAffectedRows = 0n } = await sql`insert into service_works (service_id, work_id, position)
    select ${service_id}, work.file_id, chosen.position - 1
    from unnest(${work_ids}::bigint[]) with ordinality chosen (work_id, position)
    join user_works work on work.file_id = chosen.work_id and work.user_id = ${ctx.viewer.id}`.execute(tx)
  if (Number(numAffectedRows) !== work_ids.length)
    throw new AppError('invalid_input', { fields: [{ path: 'service_work_ids' }] })
}

async function updateService(ctx: UserContext, tx: Tx, id: number, fields: Fields): Promise<void> {
  const changes = columnsOf(fields)
  const ownRow = { id, user_id: ctx.viewer.id }
  if (Object.keys(changes).length > 0)
    await tx
      .updateTable('user_services')
      .set(changes)
      .where((eb) => eb.and(ownRow))
      .execute()
  await setPictures(ctx, tx, id, fields.service_work_ids)
}

/** @throws invalid_input, list_full */
export async function addService(
  ctx: UserContext,
  fields: Fields & { service_name: string },
): Promise<ServiceReply> {
  return ctx.db.transaction().execute(async (tx) => {
    await checkService(ctx, tx, fields)
    await checkListLimit(ctx, tx, 'user_services', limits.services.count)
    return getService(ctx, tx, await insertService(ctx, tx, fields))
  })
}

/** @throws invalid_input, not_found */
export async function editService(ctx: UserContext, id: number, fields: Fields): Promise<ServiceReply> {
  return ctx.db.transaction().execute(async (tx) => {
    // Somebody else's service is refused before its pictures would be replaced.
    await getService(ctx, tx, id)
    await checkService(ctx, tx, fields)
    await updateService(ctx, tx, id, fields)
    return getService(ctx, tx, id)
  })
}
