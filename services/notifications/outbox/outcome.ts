import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { SentMessage, SentText } from '#services/notifications/kinds.ts'
import type { ClaimedDelivery } from './claims.ts'
import { noteDrawn, payloadWith } from './drawn.ts'

/** A message that was sent or edited. `drawn`: hash of what a private message now shows; null in a group. */
export type SentOutcome = {
  state: 'sent'
  place: SentMessage
  isEdit: boolean
  drawn: string | null
  sentText: SentText
}

/** Result of one attempt to send a message. */
export type Outcome =
  | SentOutcome
  /** `unreachable`: Telegram no longer lets the bot write to this person. */
  | { state: 'failed'; error: string; unreachable?: boolean }
  /** The message has certainly not been sent and is tried again later. With `untried` the attempt does not count. */
  | { state: 'pending'; wait_ms: number; error: string; untried?: boolean }
  /** The message waits for the digest at the time `until`, which lists it. */
  | { state: 'held'; until: Date }
  /** Telegram did not answer, so the message may have arrived or not. */
  | { state: 'unknown'; error: string }

/**
 * Error of a message to which Telegram did not answer. The message is sent once more, because nobody knows whether it
 * has arrived.
 */
export const noAnswer = 'no_answer'

type RecordOptions = {
  /** Milliseconds after which a transactional message that may have arrived is sent again. */
  resend_ms: number
  /** Called in the transaction that marks the message as sent. */
  afterwards?: (tx: Tx) => Promise<void>
  /** Called in the transaction that gives up sending the message. It is not called for an outdated or muted message. */
  given_up?: (tx: Tx) => Promise<void>
}

/** Stores the result of one attempt to send a claimed message. */
export async function recordOutcome(
  ctx: Context,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  { resend_ms, afterwards, given_up }: RecordOptions,
): Promise<void> {
  const isSimpleUpdate =
    outcome.state === 'sent' && !outcome.isEdit && !afterwards && delivery.kind !== 'digest'
  if (isSimpleUpdate) {
    await updateDelivery(ctx.db, delivery, changesFor(delivery, outcome, ctx.now(), resend_ms))
    return
  }
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const digest_id = outcome.state === 'held' ? await holdForDigest(tx, delivery, outcome.until, now) : null
    const change = changesFor(delivery, outcome, now, resend_ms)
    if (!(await updateDelivery(tx, delivery, { ...change, ...(digest_id && { digest_id }) }))) return
    if (outcome.state === 'sent' && outcome.isEdit && outcome.drawn !== null)
      await noteDrawn(tx, outcome.place, outcome.drawn)
    if (outcome.state === 'sent') await afterwards?.(tx)
    if (isLost(change)) await given_up?.(tx)
    if (delivery.kind === 'digest') await concludeDigest(tx, delivery.id)
    if (outcome.state === 'failed' && outcome.unreachable && delivery.user_id !== null)
      await markUnreachable(tx, delivery.user_id, now)
  })
}

/** Errors of messages that were dropped on purpose. Such messages do not count as lost. */
const notLost: (string | null)[] = ['outdated', 'muted']

function isLost({ state, error }: { state: string; error: string | null }): boolean {
  return (state === 'failed' || state === 'unknown') && !notLost.includes(error)
}

async function updateDelivery(
  db: Tx | Context['db'],
  { id, attempts }: ClaimedDelivery,
  change: ReturnType<typeof changesFor> & { digest_id?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ lease_until: null, ...change })
    .where('id', '=', id)
    // If another process has claimed the message since, the number of attempts is higher. Its newer result must not be
    // overwritten.
    .where('attempts', '=', attempts)
    .where('state', '<>', 'sent')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function changesFor(delivery: ClaimedDelivery, outcome: Outcome, now: Date, resend_ms: number) {
  const pendingIn = (ms: number) =>
    ({ state: 'pending', next_at: new Date(now.getTime() + ms).toISOString() }) as const
  const isSecond = delivery.error === noAnswer
  if (outcome.state === 'sent')
    return {
      state: 'sent',
      sent_at: now.toISOString(),
      error: null,
      ...outcome.place,
      ...(outcome.drawn && { payload: payloadWith(outcome.drawn) }),
    } as const
  if (outcome.state === 'held') return { state: 'held', error: null } as const
  if (outcome.state === 'pending') {
    const attempts = outcome.untried ? delivery.attempts - 1 : delivery.attempts
    return { ...pendingIn(outcome.wait_ms), attempts, error: isSecond ? noAnswer : outcome.error }
  }
  if (outcome.state === 'unknown' && delivery.lane === 'transactional' && !isSecond)
    return { ...pendingIn(resend_ms), error: noAnswer }
  return { state: outcome.state, error: outcome.error }
}

/**
 * Stops all messages to a person to whom Telegram does not let the bot write. Messages continue when the person starts
 * the bot again.
 */
async function markUnreachable(tx: Tx, user_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ notify_blocked_at: now.toISOString() })
    .where('id', '=', user_id)
    .where('notify_blocked_at', 'is', null)
    .execute()
}

/**
 * Finds or creates the digest that a person gets at the given time.
 * @returns id of the digest
 */
export async function holdForDigest(
  tx: Tx,
  { id, kind, user_id, request_id }: ClaimedDelivery,
  until: Date,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with fresh as (select uuidv7() as id)
    insert into deliveries (id, user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select id, ${user_id}::bigint, 'digest', 'bulk', ${`digest:${user_id}:${until.getTime() / 1000}`},
      jsonb_build_object('digest_id', id), ${request_id}, ${until.toISOString()}, ${now.toISOString()}
    from fresh
    on conflict (dedupe_key) do update set next_at = deliveries.next_at
    returning id
  `.execute(tx)
  const [digest] = rows
  if (!digest) throw new Error('the digest was not stored')
  // If the held message is itself a digest, the later digest lists the messages of the held one.
  if (kind === 'digest')
    await tx.updateTable('deliveries').set({ digest_id: digest.id }).where('digest_id', '=', id).execute()
  return digest.id
}

/** Copies the final state of a digest to the messages that it lists. */
export async function concludeDigest(tx: Tx, digest_id: string): Promise<void> {
  await sql`
    update deliveries told
    set state = digest.state, sent_at = digest.sent_at, chat_id = digest.chat_id,
      message_id = digest.message_id, error = digest.error
    from deliveries digest
    where digest.id = ${digest_id} and told.digest_id = digest.id and told.state = 'held'
      and digest.state in ('sent', 'failed', 'unknown')
  `.execute(tx)
}
