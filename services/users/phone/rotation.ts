import type { Context } from '#services/core/context.ts'
import { keyName, openPhone, phoneKeys, phoneMark, sealPhone } from './vault.ts'

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
