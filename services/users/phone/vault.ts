import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from '#services/core/context.ts'

/**
 * Storage of phone numbers. A keyed hash finds a second account with the same phone. The encrypted number, `phone_enc`,
 * is needed only when a key is replaced and every hash is computed again.
 */

const derived = (key: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', purpose, 32))

/** Digits of a phone number. Telegram sends the same number with and without a plus. */
export function phoneDigits(phone_number: string): string {
  return phone_number.replace(/\D/g, '')
}

/**
 * Encrypts a phone number. The id of its owner is authenticated too, so that rows cannot be swapped.
 * @returns nonce (12 bytes), tag (16 bytes) and ciphertext
 */
export function encryptPhone(key: string, user_id: number, digits: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(key, 'phone'), nonce)
  cipher.setAAD(Buffer.from(String(user_id)))
  const text = Buffer.concat([cipher.update(digits, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Decrypts a phone number. @throws for a wrong key or another person's row */
function decryptPhone(key: string, user_id: number, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', derived(key, 'phone'), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(String(user_id)))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/**
 * Keys in the configuration. New numbers are encrypted with the first key. Stored numbers can be decrypted with any of
 * the keys.
 */
export function phoneKeys(PHONE_KEY: string): [string, ...string[]] {
  return PHONE_KEY.split(',') as [string, ...string[]]
}

/** Keyed hash of a phone number. The same number gives the same hash, which is useless without the key. */
export function hashPhone(key: string, digits: string): string {
  return createHmac('sha256', derived(key, 'phone mark')).update(digits).digest('hex')
}

/** Short name of an encryption key: its fingerprint. */
export function keyName(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8)
}

const batch = 500

/**
 * Encrypts every stored number again with the first key while the product runs. This function can be interrupted and
 * repeated.
 * @param onProgress called with the number done so far
 * @returns number of numbers encrypted again
 * @throws if the key of a stored number is not in PHONE_KEY
 */
export async function resealPhones(ctx: Context, onProgress: (done: number) => void): Promise<number> {
  const keys = phoneKeys(ctx.config.PHONE_KEY)
  const [key] = keys
  const keysByName = new Map(keys.map((one) => [keyName(one), one]))
  for (let done = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('user_phones')
      .select(['user_id', 'phone_enc', 'kid'])
      .where('kid', '<>', keyName(key))
      .limit(batch)
      .execute()
    if (rows.length === 0) return done
    for (const { user_id, phone_enc, kid } of rows) {
      const old = keysByName.get(kid)
      if (!old) throw new Error(`A phone is sealed by the key ${kid}, which PHONE_KEY does not hold.`)
      const digits = decryptPhone(old, user_id, phone_enc)
      // A phone that is confirmed during this replacement already has the first key. The update then matches no row.
      await ctx.db
        .updateTable('user_phones')
        .set({
          phone_enc: encryptPhone(key, user_id, digits),
          phone_hmac: hashPhone(key, digits),
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
