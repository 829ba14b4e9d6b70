import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { checkContact, type SignedContact } from '#services/core/telegram/launch-data.ts'
import { encryptPhone, hashPhone, keyName, phoneDigits, phoneKeys } from './vault.ts'

export type PhoneProof = {
  user_id: number
  /** Phone number as Telegram writes it, with or without a plus. */
  phone_number: string
  /** Origin of the phone number: `app` is signed data from the app, `bot` is a contact message to the bot. */
  source: 'app' | 'bot'
}

/**
 * Confirms a person by a phone number that Telegram vouches for. Safe to repeat.
 * @throws phone_taken when another account has this phone; the person is then marked as a conflict
 */
export async function confirmPhone(ctx: Context, proof: PhoneProof): Promise<void> {
  const { user_id, phone_number, source } = proof
  const digits = phoneDigits(phone_number)
  if (!/^\d{7,15}$/.test(digits)) throw new AppError('invalid_input', { fields: [{ path: 'phone_number' }] })
  // The conflict must be stored, so the error is thrown after the commit.
  const isTaken = await ctx.db.transaction().execute((tx) => storePhone(ctx, tx, user_id, digits))
  ctx.log.info({ user_id, source, isTaken }, 'phone proof')
  if (isTaken) throw new AppError('phone_taken')
}

/**
 * True for one of Telegram's own numbers (+888). They belong to no country and cannot be called, but each belongs to
 * one account only. A person with such a number may work here; staff see the kind of number.
 */
const isAnonymous = (digits: string) => /^888\d{4,8}$/.test(digits)

/** @returns true if the phone belongs to another account */
async function storePhone(ctx: Context, tx: Tx, user_id: number, digits: string): Promise<boolean> {
  const keys = phoneKeys(ctx.config.PHONE_KEY)
  const [key] = keys
  // While a key is being replaced, the phone may be stored under the old or the new key.
  const marks = keys.map((one) => hashPhone(one, digits)).toSorted()
  const now = ctx.now().toISOString()
  // The lock makes two accounts that prove the same phone at the same time wait for each other.
  for (const mark of marks) await sql`select pg_advisory_xact_lock(hashtextextended(${mark}, 0))`.execute(tx)
  const owner = await tx
    .selectFrom('user_phones')
    .select('user_id')
    .where('phone_hmac', 'in', marks)
    .executeTakeFirst()
  if (owner && owner.user_id !== user_id) {
    await tx
      .updateTable('users')
      .set({ verification: 'conflict', updated_at: now })
      .where('id', '=', user_id)
      .where('verification', 'in', ['none', 'requested'])
      .execute()
    return true
  }
  const phone = {
    is_anonymous: isAnonymous(digits),
    phone_enc: encryptPhone(key, user_id, digits),
    phone_hmac: hashPhone(key, digits),
    kid: keyName(key),
    confirmed_at: now,
  }
  if (!owner)
    await tx
      .insertInto('user_phones')
      .values({ user_id, ...phone })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(phone))
      .execute()
  await tx
    .updateTable('users')
    .set({ verification: 'confirmed', verified_at: now, updated_at: now })
    .where('id', '=', user_id)
    .where('verification', '<>', 'confirmed')
    .execute()
  return false
}

export type VerificationReply = {
  is_verified: boolean
  status: 'none' | 'pending' | 'confirmed' | 'conflict'
}

/**
 * Confirms a person by the signed contact that the app sends. Without a signed contact, the contacts that the bot
 * received are used.
 * @throws invalid_input when Telegram did not sign the contact; not_owner when it is another person's; phone_taken
 */
export async function verifyByContact(
  ctx: Context,
  user_id: number,
  raw: string | undefined,
): Promise<VerificationReply> {
  const contact = raw ? freshContact(ctx, raw) : undefined
  if (contact) {
    const { telegram_id } = await findVerification(ctx, user_id)
    if (telegram_id !== contact.user_id) throw new AppError('not_owner')
    await confirmPhone(ctx, { user_id, phone_number: contact.phone_number, source: 'app' })
  } else {
    await ctx.db
      .updateTable('users')
      .set({ verification: 'requested', updated_at: ctx.now().toISOString() })
      .where('id', '=', user_id)
      .where('verification', '=', 'none')
      .execute()
  }
  const { verification } = await findVerification(ctx, user_id)
  const status = verification === 'requested' ? 'pending' : verification
  return { is_verified: verification === 'confirmed', status }
}

/** Reads a signed contact; undefined when the contact is genuine but too old, so that the app asks for a new one. */
function freshContact(ctx: Context, raw: string): SignedContact | undefined {
  try {
    const check = { bot_token: ctx.config.BOT_TOKEN, now: ctx.now(), max_age_ms: limits.contact.maxAgeMs }
    return checkContact(raw, check)
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_expired') return undefined
    throw new AppError('invalid_input', { fields: [{ path: 'contact' }] })
  }
}

function findVerification(ctx: Context, user_id: number) {
  return ctx.db
    .selectFrom('users')
    .select(['telegram_id', 'verification'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}
