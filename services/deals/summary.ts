import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { DealStory } from '#contract/calls/deals.ts'
import { AppError } from '#contract/errors.ts'
import { derivedKeys } from '#services/core/config/derived-keys.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getPage } from '#services/listings/page/queries.ts'
import { readerOf } from '#services/listings/projections.ts'

/**
 * Signs exported documents with Ed25519. The signing key is derived from the first secret that signs sessions. The
 * public key is stored permanently, so documents stay verifiable after that secret has been replaced.
 */

const purpose = 'documents'
/** PKCS #8 header of a 32-byte Ed25519 private key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

type SigningKey = { id: string; private_key: KeyObject; public_key: string }

function signingKey(ctx: Pick<Context, 'config'>): SigningKey {
  const key = Buffer.concat([pkcs8, derivedKeys(ctx.config, purpose)[0]])
  const private_key = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const der = createPublicKey(private_key).export({ format: 'der', type: 'spki' })
  const id = createHash('sha256').update(der).digest('hex').slice(0, 16)
  return { id, private_key, public_key: der.toString('base64') }
}

/** @returns id of the key and the signature in hexadecimal, separated by a dot */
export async function signDocument(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  text: string,
): Promise<string> {
  const { id, private_key, public_key } = signingKey(ctx)
  await ctx.db
    .insertInto('document_keys')
    .values({ id, public_key, created_at: ctx.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return `${id}.${sign(null, Buffer.from(text), private_key).toString('hex')}`
}

async function isSignedDocument(
  { db }: Pick<Context, 'db'>,
  text: string,
  signature: string,
): Promise<boolean> {
  const [id = '', signed = ''] = signature.split('.')
  const stored = await db
    .selectFrom('document_keys')
    .select('public_key')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!stored) return false
  const key = createPublicKey({ key: Buffer.from(stored.public_key, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signed, 'hex'))
}

type Story = z.output<typeof DealStory>

/**
 * Returns the caller's signed record of a deal: the agreement, the hand-overs, and the caller's own messages. Only the
 * two sides of the deal can get it. The record contains the other side's name, id and date of registration, but no
 * contacts or messages of the other side.
 * @throws not_found; wrong_state before an executor is chosen
 */
export async function exportDeal(ctx: UserContext, id: number): Promise<{ story: Story; signature: string }> {
  const { reply: order } = await getPage(ctx.db, 'order', id, readerOf(ctx))
  if (!order.is_owner && !order.is_executor) throw new AppError('not_found')
  const { deal } = order
  if (!deal || !order.executor) throw new AppError('wrong_state', { status: order.status })
  const [client, executor] = await sidesOf(ctx, id, [order.author.id, order.executor.id])
  if (!client || !executor) throw new AppError('not_found')
  const story: Story = {
    order: { id, title: order.title, text: order.subtitle, status: order.status },
    client,
    executor,
    agreement: { price: deal.price, currency: deal.currency?.code ?? null, due_at: deal.due_at },
    moments: { chosen_at: deal.chosen_at, handed_in_at: deal.handed_in_at, accepted_at: deal.accepted_at },
    steps: deal.steps.map(({ kind, text, link, created_at, files }) => ({
      kind,
      text,
      link,
      created_at,
      files: files.map(({ name, size }) => ({ name, size })),
    })),
    own_messages: await ownMessages(ctx, id),
    told_to: order.is_owner ? 'client' : 'executor',
    told_at: ctx.now().toISOString(),
  }
  return { story, signature: await signDocument(ctx, JSON.stringify(story)) }
}

async function ownMessages({ db, viewer }: UserContext, listing_id: number): Promise<Story['own_messages']> {
  const rows = await db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_rooms as room', 'room.id', 'message.room_id')
    .select(['message.content as text', 'message.created_at as at'])
    .where('room.listing_id', '=', listing_id)
    .where('message.sender_id', '=', viewer.id)
    .where('message.deleted_at', 'is', null)
    .orderBy('message.id')
    .execute()
  return rows.map(({ text, at }) => ({ text: text ?? '', at }))
}

/**
 * Reads both sides of a deal: their names at the time when the executor was chosen, and their dates of registration.
 */
async function sidesOf({ db }: UserContext, listing_id: number, ids: number[]) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('deal_names as named', (join) =>
      join.onRef('named.user_id', '=', 'users.id').on('named.listing_id', '=', listing_id),
    )
    .select(['users.id', 'users.created_at'])
    .select((eb) => eb.fn.coalesce('named.full_name', 'users.full_name').as('name'))
    .where('users.id', 'in', ids)
    .execute()
  return ids.map((id) => {
    const side = rows.find((row) => row.id === id)
    return { id, name: side?.name ?? '', since: side?.created_at.slice(0, 10) ?? null }
  })
}

const SignedFile = z.strictObject({
  story: z.record(z.string(), z.unknown()),
  signature: z.string().regex(/^[\da-f]{16}\.[\da-f]{128}$/),
})

/**
 * Returns the record of a deal in an exported file if this server signed exactly this text. A file with other
 * formatting is rejected, because it could contain a key twice: a person would read the first value and a program the
 * last.
 */
export async function readSigned(ctx: UserContext, text: string): Promise<Story | undefined> {
  const signedFile = SignedFile.safeParse(readCanonical(text)).data
  if (!signedFile || !(await isSignedDocument(ctx, JSON.stringify(signedFile.story), signedFile.signature)))
    return undefined
  const { client, executor, ...told } = signedFile.story
  return DealStory.safeParse({ ...told, client: toSide(client), executor: toSide(executor) }).data
}

function readCanonical(text: string): unknown {
  // Mail programs and editors change line endings and add a line break at the end, so such differences are ignored.
  const normalized = text.replaceAll('\r\n', '\n').trim()
  try {
    const parsed: unknown = JSON.parse(normalized)
    return [JSON.stringify(parsed, null, 2), JSON.stringify(parsed)].includes(normalized) ? parsed : undefined
  } catch {
    return undefined
  }
}

const toSide = (side: unknown) => (typeof side === 'string' ? { id: null, name: side, since: null } : side)
