import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Language, languageOf } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { cleanName } from '#contract/names.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Users } from '#db/tables/people.ts'
import { nameFlaw } from '#services/checks/names.ts'
import type { Context } from '#services/core/context.ts'
import { isOpenSpeciality } from '#services/reference/queries.ts'
import { neutralName } from '#services/users/profile/neutral-name.ts'
import { isLaunchOfDeleted } from '#services/users/sessions/sessions.ts'
import { findDeparted } from './returning-accounts.ts'

export type User = Selectable<Users>

/** A Telegram account, as signed launch data or an update of the Bot API describe it. */
export type TelegramAccount = {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
  /** URL of the Telegram account's picture. Updates do not contain it; the stored picture is then kept. */
  photo_url?: string
  allows_write_to_pm?: boolean
}

/** Profile data that the app may send with its first launch. They apply to a new user only. */
export type NewUserWishes = {
  full_name?: string
  language?: Language
  is_client?: boolean
  is_contractor?: boolean
  country?: string
  city?: string
  category_id?: number
}

export async function findUser(db: Db, telegram_id: number): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('telegram_id', '=', telegram_id).executeTakeFirst()
}

/**
 * Finds the user of a Telegram account or creates one; `wishes` apply to a new user only. User name and picture are
 * updated from Telegram; all other data are set by the user. Nothing is written if the account is unchanged.
 * @throws session_expired when the user of the launch was deleted after that launch
 */
export async function upsertUser(
  ctx: Context,
  person: TelegramAccount,
  rawLaunchData?: string,
  wishes: NewUserWishes = {},
): Promise<User> {
  const existing = await findUser(ctx.db, person.id)
  if (!existing && rawLaunchData && (await isLaunchOfDeleted(ctx.db, rawLaunchData)))
    throw new AppError('session_expired')
  const user = existing ?? (await insertUser(ctx, person, wishes))
  const changes = changesOf(ctx, user, person)
  if (Object.keys(changes).length === 0) return user
  return ctx.db.transaction().execute(async (tx) => {
    if (changes.username) await takeUsername(ctx, tx, changes.username, user.id)
    return tx
      .updateTable('users')
      .set({ ...changes, updated_at: ctx.now().toISOString() })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/**
 * Takes a user name away from its previous owner, because Telegram gave it to another account. Rows are locked in one
 * order everywhere, so that two users who swap names do not deadlock.
 */
async function takeUsername(ctx: Context, tx: Tx, username: string, owner_id: number): Promise<void> {
  const name = username.toLowerCase()
  await sql`select id from users where id = ${owner_id} or lower(username) = ${name}
    order by id for no key update`.execute(tx)
  await sql`update users set username = null, updated_at = ${ctx.now().toISOString()}
    where lower(username) = ${name} and id <> ${owner_id}`.execute(tx)
}

/** Inserts a user. If two launches of a new account come at once, they create one user. */
async function insertUser(ctx: Context, person: TelegramAccount, wishes: NewUserWishes): Promise<User> {
  if (wishes.category_id && !(await isOpenSpeciality(ctx.db, wishes.category_id)))
    throw new AppError('invalid_input', { fields: [{ path: 'category_id' }] })
  const is_client = wishes.is_client ?? wishes.is_contractor === false
  const inserted = await ctx.db.transaction().execute(async (tx) => {
    const departed = await findDeparted(ctx, tx, person.id)
    const created = await tx
      .insertInto('users')
      .values({
        ...departed.columns,
        telegram_id: person.id,
        username: person.username ?? null,
        full_name: nameOf(ctx, person, wishes),
        photo_url: person.photo_url ?? null,
        ui_language: wishes.language ?? languageOf(person.language_code),
        is_client,
        is_contractor: !is_client,
        country: wishes.country ?? null,
        city: wishes.city ?? null,
        category_id: wishes.category_id ?? null,
        created_at: ctx.now().toISOString(),
        updated_at: ctx.now().toISOString(),
      })
      .onConflict((conflict) => conflict.column('telegram_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (created) await departed.apply(created.id)
    if (created?.username) await takeUsername(ctx, tx, created.username, created.id)
    return created
  })
  const user = inserted ?? (await findUser(ctx.db, person.id))
  if (!user) throw new AppError('unavailable')
  return user
}

/** Columns of a user that are copied from the Telegram account. */
type StoredAccount = Pick<User, 'username' | 'photo_url' | 'removed_photo_url' | 'can_write' | 'role'>

/** True if the account has not changed in Telegram since it was stored. */
export function isUpToDate(ctx: Context, account: StoredAccount, person: TelegramAccount): boolean {
  return Object.keys(changesOf(ctx, account, person)).length === 0
}

function changesOf(ctx: Context, account: StoredAccount, person: TelegramAccount) {
  const isAdmin = ctx.config.ADMIN_TELEGRAM_IDS.includes(person.id)
  return {
    ...((person.username ?? null) !== account.username && { username: person.username ?? null }),
    ...(isNewPhoto(account, person.photo_url) && { photo_url: person.photo_url }),
    ...(person.allows_write_to_pm && !account.can_write && { can_write: true }),
    ...(isAdmin && account.role !== 'admin' && { role: 'admin' as const }),
  }
}

/**
 * Returns a valid name of 1-64 code points for any account, because no account is refused for its name. A forbidden or
 * invisible name is replaced by a neutral one.
 */
function nameOf(
  ctx: Context,
  person: TelegramAccount,
  { full_name: chosenName, language }: NewUserWishes,
): string {
  const fullName = chosenName ?? [person.first_name, person.last_name].filter(Boolean).join(' ')
  // The shortened name is cleaned again, because cutting it may leave a zero-width joiner at its end.
  const name = cleanName([...cleanName(fullName)].slice(0, limits.name.max).join(''))
  const displayName = name || person.username || ''
  if (displayName && !nameFlaw(displayName, ctx.config.BOT_USERNAME)) return displayName
  return neutralName(language ?? languageOf(person.language_code))
}

/**
 * Locks a user's status until the end of the transaction. Users are locked before their listings.
 * @returns true if the user is active
 */
export async function lockActiveUser(tx: Tx, user_id: number): Promise<boolean> {
  const person = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return person?.status === 'active'
}

/** True if the picture differs from the picture that staff removed. A removed picture does not come back. */
function isNewPhoto({ photo_url, removed_photo_url }: StoredAccount, url: string | undefined): boolean {
  return url !== undefined && url !== photo_url && url !== removed_photo_url
}
