import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from '#services/core/context.ts'

/**
 * Storage of phone numbers. A keyed hash finds a second account with the same phone. The encrypted number, `phone_enc`,
 * is needed for key rotation only, when every hash is recomputed.
 */

const derived = (key: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', purpose, 32))

/** Digits only: Telegram sends the same number with and without the plus. */
export function phoneDigits(phone_number: string): string {
  return phone_number.replace(/\D/g, '')
}

/**
 * @returns nonce (12 bytes), tag (16 bytes) and ciphertext. The owner's id is authenticated too, so rows cannot be
 * swapped.
 */
export function sealPhone(key: string, user_id: number, digits: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(key, 'phone'), nonce)
  cipher.setAAD(Buffer.from(String(user_id)))
  const text = Buffer.concat([cipher.update(digits, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Decrypts a phone number. @throws for a wrong key or another person's row */
function openPhone(key: string, user_id: number, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', derived(key, 'phone'), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(String(user_id)))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** Keys of the configuration: the first one encrypts, all decrypt. */
export function phoneKeys(PHONE_KEY: string): [string, ...string[]] {
  return PHONE_KEY.split(',') as [string, ...string[]]
}

/** Hash of a number, the same for the same number; useless without the key. */
export function phoneMark(key: string, digits: string): string {
  return createHmac('sha256', derived(key, 'phone mark')).update(digits).digest('hex')
}

/** Short fingerprint of a key. */
export function keyName(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8)
}

const batch = 500

/**
 * Re-encrypts every stored number with the first key while the product runs. Can be interrupted and repeated.
 * @param onProgress called with the number done so far
 * @returns number of re-encrypted numbers
 * @throws when a number's key is not in PHONE_KEY
 */
export async function resealPhones(ctx: Context, onProgress: (done: number) => void): Promise<number> {
  const keys = phoneKeys(ctx.config.PHONE_KEY)
  const [key] = keys
  const named = new Map(keys.map((one) => [keyName(one), one]))
  for (let done = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('user_phones')
      .select(['user_id', 'phone_enc', 'kid'])
      .where('kid', '<>', keyName(key))
      .limit(batch)
      .execute()
    if (rows.length === 0) return done
    for (const { user_id, phone_enc, kid } of rows) {
      const old = named.get(kid)
      if (!old) throw new Error(`A phone is sealed by the key ${kid}, which PHONE_KEY does not hold.`)
      const digits = openPhone(old, user_id, phone_enc)
      // A phone confirmed at this moment already has the first key, so its row does not match.
      await ctx.db
        .updateTable('user_phones')
        .set({
          phone_enc: sealPhone(key, user_id, digits),
          phone_hmac: phoneMark(key, digits),
          kid: keyName(key),
        })
        .where('user_id', '=', user_id)
        .where('kid', '=', kid)
        .execute()
    }
    done += rows.length
    onProgress(done)
  }
}
