import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { Said, SentMessage } from './kinds.ts'
import type { ClaimedDelivery } from './sending.ts'

/** How one try to send ended. */
export type Outcome =
  | { state: 'sent'; place: SentMessage; said: Said }
  /** `unreachable`: Telegram will not let us write to this person any more. */
  | { state: 'failed'; error: string; unreachable?: boolean }
  /** Telegram surely has not accepted it; `untried` does not count as a try. */
  | { state: 'pending'; wait_ms: number; error: string; untried?: boolean }
  /** Waits for the digest of that moment. */
  | { state: 'held'; until: Date }
  /** It may have arrived. */
  | { state: 'unknown'; error: string }

/** Note on a message that is being sent for the second and last time because the first may have arrived. */
export const noAnswer = 'no_answer'

type RecordOptions = {
  /** Wait before a transactional message that may have arrived is sent once more. */
  resend_ms: number
  /** Joins the transaction when the message was sent. */
  afterwards?: (tx: Tx) => Promise<void>
  /** Joins the transaction when no more is tried, though the message had something to say. */
  given_up?: (tx: Tx) => Promise<void>
}

/** Records how one try of a claimed message ended. */
export async function recordOutcome(
  ctx: Context,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  { resend_ms, afterwards, given_up }: RecordOptions,
): Promise<void> {
  const isAlone = outcome.state === 'sent' && !afterwards && delivery.kind !== 'digest'
  if (isAlone) {
    await write(ctx.db, delivery, changes(delivery, outcome, ctx.now(), resend_ms))
    return
  }
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const digest_id = outcome.state === 'held' ? await holdForDigest(tx, delivery, outcome.until, now) : null
    const change = changes(delivery, outcome, now, resend_ms)
    if (!(await write(tx, delivery, { ...change, ...(digest_id && { digest_id }) }))) return
    if (outcome.state === 'sent') await afterwards?.(tx)
    if (isLost(change)) await given_up?.(tx)
    if (delivery.kind === 'digest') await concludeDigest(tx, delivery.id)
    if (outcome.state === 'failed' && outcome.unreachable && delivery.user_id !== null)
      await stopWriting(tx, delivery.user_id, now)
  })
}

/** Texts that were overtaken by events, and what nobody wants to read, are not lost. */
const unsaid: (string | null)[] = ['outdated', 'muted']

function isLost({ state, error }: { state: string; error: string | null }): boolean {
  return (state === 'failed' || state === 'unknown') && !unsaid.includes(error)
}

async function write(
  db: Tx | Context['db'],
  { id, attempts }: ClaimedDelivery,
  change: ReturnType<typeof changes> & { digest_id?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ lease_until: null, ...change })
    .where('id', '=', id)
    // A later claim of the same message has a higher count: what it found out is newer.
    .where('attempts', '=', attempts)
    .where('state', '<>', 'sent')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function changes(delivery: ClaimedDelivery, outcome: Outcome, now: Date, resend_ms: number) {
  const pendingIn = (ms: number) =>
    ({ state: 'pending', next_at: new Date(now.getTime() + ms).toISOString() }) as const
  const isSecond = delivery.error === noAnswer
  if (outcome.state === 'sent')
    return { state: 'sent', sent_at: now.toISOString(), error: null, ...outcome.place } as const
  if (outcome.state === 'held') return { state: 'held', error: null } as const
  if (outcome.state === 'pending') {
    const attempts = outcome.untried ? delivery.attempts - 1 : delivery.attempts
    return { ...pendingIn(outcome.wait_ms), attempts, error: isSecond ? noAnswer : outcome.error }
  }
  if (outcome.state === 'unknown' && delivery.lane === 'transactional' && !isSecond)
    return { ...pendingIn(resend_ms), error: noAnswer }
  return { state: outcome.state, error: outcome.error }
}

/** No more messages to a person whom Telegram will not let us reach, until they start the bot again. */
async function stopWriting(tx: Tx, user_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ notify_blocked_at: now.toISOString() })
    .where('id', '=', user_id)
    .where('notify_blocked_at', 'is', null)
    .execute()
}

/** Opens the person's digest of a moment, or finds it. @returns its id */
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
  // The digest of an hour brings along what it lists.
  if (kind === 'digest')
    await tx.updateTable('deliveries').set({ digest_id: digest.id }).where('digest_id', '=', id).execute()
  return digest.id
}

/** Messages listed in a digest get its state once it was sent or failed. */
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
