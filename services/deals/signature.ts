import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { derivedKeys } from '#services/core/config/derived-keys.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Signatures of exported documents: Ed25519, with a key derived from the first session secret. The public key is stored
 * permanently, so documents stay verifiable after the secret is rotated.
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

/** @returns key id and signature, separated by a dot */
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

export async function isSignedDocument(
  { db }: Pick<Context, 'db'>,
  text: string,
  signature: string,
): Promise<boolean> {
  const [id = '', signed = ''] = signature.split('.')
  const kept = await db
    .selectFrom('document_keys')
    .select('public_key')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!kept) return false
  const key = createPublicKey({ key: Buffer.from(kept.public_key, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signed, 'hex'))
}
