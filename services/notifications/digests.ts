import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { ClaimedDelivery } from './sending.ts'

/** Opens the person's digest of a moment, or finds it. @returns its id */
export async function holdForDigest(
  tx: Tx,
  { user_id, request_id }: ClaimedDelivery,
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
