import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { RequestAnswer } from '#contract/service-requests.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { attachFiles } from '#services/files/actions.ts'
import { contentHash, priceBase } from '#services/listings/content/content.ts'
import { moveListing } from '#services/listings/moves.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { insertFreePayment } from '#services/payments/money/moves.ts'
import { findRefusal } from '#services/users/services/refusals.ts'
import { findBlock } from '#services/users/visibility/blocks.ts'
import { checkAnswers, checkWords, endOf, findService, lockSides, type ServiceRow } from './rules.ts'

/** Id of the price unit "per hour" (db/reference/lists.ts). */
const perHour = 2

export type NewRequest = {
  /** Terms that the client saw; the price in minor units. */
  price: number | null
  days: number | null
  answers: RequestAnswer[]
  file_ids: number[]
}

/**
 * Orders a service: makes a private order with the service's terms, and asks its owner. Nothing is published, reviewed or
 * paid for.
 * @returns id of the request, which is that of its order
 * @throws not_found, own_service, blocked_pair, verification_required, already_requested, service_closed, requests_full,
 * too_many_service_requests, terms_changed, words_not_allowed; invalid_input for foreign files or too short answers
 */
export async function orderService(
  ctx: ActorContext,
  service_id: number,
  request: NewRequest,
): Promise<number> {
  const client_id = ctx.viewer.id
  return ctx.db.transaction().execute(async (tx) => {
    const known = await findService(tx, service_id, client_id)
    if (!known) throw new AppError('not_found')
    // The sides before everything else: nobody orders from an account that is being closed, and the requests of one
    // client count one after another.
    const active = await lockSides(tx, [client_id, known.user_id])
    const service = active.has(known.user_id) ? await lockService(tx, service_id, client_id) : undefined
    if (!service) throw new AppError('not_found')
    await checkMayOrder(ctx, tx, service)
    if (service.price !== request.price || service.days !== request.days)
      throw new AppError('terms_changed', { price: service.price, days: service.days })
    checkAnswers(service, request.answers)
    checkWords(request.answers.map(({ answer }) => answer))
    const id = await insertOrder(ctx, tx, service, request)
    const reply = { ok: true as const, id }
    await ctx.keepReply?.(tx, reply)
    return id
  })
}

/** Locks a service, so that its terms cannot change until the request is stored. */
async function lockService(tx: Tx, id: number, client_id: number): Promise<ServiceRow | undefined> {
  await tx.selectFrom('user_services').select('id').where('id', '=', id).forShare().execute()
  return findService(tx, id, client_id)
}

async function checkMayOrder(ctx: ActorContext, tx: Tx, service: ServiceRow): Promise<void> {
  const { refusal, my_request_id } = await findRefusal(ctx, service.id, tx)
  if (refusal === 'own_service') throw new AppError(refusal)
  // Only a block by the client is left here: for somebody whom the freelancer has blocked there is no such service.
  if (await findBlock(tx, ctx.viewer.id, service.user_id)) throw new AppError('blocked_pair')
  if (refusal === 'already_requested') throw new AppError(refusal, { request_id: my_request_id })
  if (refusal === 'requests_full') throw new AppError(refusal, { limit: limits.serviceRequests.open })
  if (refusal === 'too_many_service_requests')
    throw new AppError(refusal, { limit: limits.serviceRequests.perDay })
  if (refusal) throw new AppError(refusal)
}

/** Text of the order: each question with its answer. */
function textOf(answers: RequestAnswer[]): string {
  const text = answers
    .map(({ question, answer }) => (question ? `${question}\n${answer}` : answer))
    .join('\n\n')
  if ([...text].length < limits.description.min)
    throw new AppError('invalid_input', {
      fields: [{ path: 'answers.0.answer', message: 'a longer answer' }],
    })
  return text
}

async function insertOrder(
  ctx: ActorContext,
  tx: Tx,
  service: ServiceRow,
  { price, days, answers, file_ids }: NewRequest,
): Promise<number> {
  const now = ctx.now()
  const created_at = now.toISOString()
  const client_id = ctx.viewer.id
  const { name, currency_id, category_id, price_term_id } = service
  const isHourly = price_term_id === perHour
  const prices = {
    price: isHourly ? null : price,
    min_stake: isHourly ? price : null,
    max_stake: isHourly ? price : null,
    currency_id,
  }
  const { id } = await tx
    .insertInto('listings')
    .values({
      ...prices,
      kind: 'order',
      audience: 'private',
      author_id: client_id,
      title: titleOf(name),
      category_id,
      payment_format: isHourly ? 'hourly' : 'fixed',
      job_type: 'project',
      is_remote: true,
      price_base: await priceBase(tx, prices),
      content_hash: contentHash({ service_id: service.id, answers }),
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('orders')
    .values({ listing_id: id, subtitle: textOf(answers) })
    .execute()
  await attachFiles(ctx, tx, { file_ids, listing_id: id })
  const free = {
    kind: 'project',
    listing_id: id,
    response_id: null,
    tariff_id: null,
    source: 'service',
  } as const
  await insertFreePayment(ctx, tx, free, 'the order of a service costs no placement')
  await moveListing(ctx, tx, { id, status: 'draft' }, { by: 'author', move: 'offer' })
  await tx
    .insertInto('service_requests')
    .values({
      listing_id: id,
      service_id: service.id,
      client_id,
      freelancer_id: service.user_id,
      service_name: name,
      price_term_id,
      days,
      answers: JSON.stringify(answers),
      list_price: price,
      offered_at: created_at,
      ends_at: endOf(now),
    })
    .execute()
  await queueDelivery(ctx, tx, {
    to: { user_id: service.user_id },
    kind: 'service_request',
    payload: { listing_id: id },
  })
  return id
}

/** Title of the order. A name may be shorter than a title. */
function titleOf(name: string): string {
  return [...name].length < limits.title.min ? `«${name}»` : name
}
