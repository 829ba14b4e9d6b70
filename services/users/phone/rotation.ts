import type { Context } from '#services/core/context.ts'
import { keyName, openPhone, phoneKeys, phoneMark, sealPhone } from './vault.ts'

const batch = 500

/**
 * Seals every stored number anew under the first of the keys; the product goes on meanwhile. May be ended and repeated.
 * @param told how many are done, now and then
 * @returns how many were sealed under another key
 * @throws when a number was sealed by a key that is not among the keys
 */
export async function resealPhones(ctx: Context, told: (done: number) => void): Promise<number> {
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
      // Whoever confirms a phone at this moment writes a row of the first key, which is left as it is.
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
    told(done)
  }
}
