import { sql } from 'kysely'
import type { ProfileChanges } from '#contract/calls/profile-fields.ts'
import { AppError } from '#contract/errors.ts'
import { profileFlags } from '#contract/options.ts'
import { profileTextNames } from '#contract/profile-texts.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { isOpenSpeciality } from '#services/reference/queries.ts'
import { setSeenShown } from '#services/users/settings/last-day.ts'
import { changeOwn } from '#services/users/settings/own-row.ts'
import {
  findForeignEntries,
  type GivenValue,
  setLanguages,
  setPortfolioLinks,
  setSkills,
  setSocialLinks,
  wrongAddresses,
} from './lists.ts'
import { type Flaw, personNameFlaws, titleFlaws } from './rules.ts'
import { serviceTextFlaws, setServices, wrongServices } from './services.ts'
import { findForeignWorks, setWorks } from './works.ts'

type Field = keyof ProfileChanges

/** Profile fields that are stored in columns of the same name in the table `users`. */
const columns = [
  ...(['full_name', 'category_id', 'currency_id', 'years_of_experience'] as const),
  ...profileTextNames,
  ...profileFlags,
] satisfies Field[]

const isColumn = (field: Field) => (columns as Field[]).includes(field)

/** Functions that write profile fields that are not stored in the table `users`. */
const writers: {
  [K in Exclude<Field, (typeof columns)[number]>]: (
    ctx: UserContext,
    tx: Tx,
    value: GivenValue<K>,
  ) => Promise<void>
} = {
  user_resume_url: setResumeLink,
  skills: setSkills,
  portfolio_links: setPortfolioLinks,
  works: setWorks,
  services: setServices,
  languages: setLanguages,
  social_links: setSocialLinks,
  is_seen_shown: setSeenShown,
}

/** Checks of field values that read the database or have special rules. */
const checks: {
  [K in Field]?: (ctx: UserContext, tx: Tx, value: GivenValue<K>) => Promise<Flaw[]>
} = {
  full_name: async (ctx, _tx, name) => personNameFlaws(ctx, name),
  category_id: async (_ctx, tx, id) =>
    id === null || (await isOpenSpeciality(tx, id)) ? [] : [{ path: '' }],
  currency_id: async (_ctx, tx, id) => ((await isCurrency(tx, id)) ? [] : [{ path: '' }]),
  portfolio_links: async (ctx, tx, links) => [
    ...titleFlaws(links.map(({ link_name: title }, n) => ({ path: `${n}.link_name`, title }))),
    ...(await findForeignEntries(ctx, tx, 'user_portfolio_links', {
      key: 'link_id',
      ids: links.map(({ link_id }) => link_id),
    })),
  ],
  works: async (ctx, tx, works) => [
    ...titleFlaws(works.map(({ title }, n) => ({ path: `${n}.title`, title }))),
    ...(await findForeignWorks(ctx, tx, works)),
  ],
  services: async (ctx, tx, services) => [
    ...services.flatMap((service, n) =>
      serviceTextFlaws(service).map(({ path, ...flaw }) => ({ path: `${n}.${path}`, ...flaw })),
    ),
    ...(await wrongServices(ctx, tx, services)),
  ],
  social_links: async (_ctx, _tx, links) => wrongAddresses(links),
}

/** Functions by profile field. Each function receives the value of its field only. */
type Rows<R> = Partial<Record<Field, (ctx: UserContext, tx: Tx, value: unknown) => Promise<R>>>
type SentField = [field: Field, value: unknown]

/** Errors in the given fields of a profile, with their paths. */
async function flawsOf(ctx: UserContext, tx: Tx, fields: SentField[]): Promise<Flaw[]> {
  const found: Flaw[] = []
  for (const [field, value] of fields) {
    const flaws = await (checks as Rows<Flaw[]>)[field]?.(ctx, tx, value)
    for (const { path, ...flaw } of flaws ?? [])
      found.push({ path: path ? `${field}.${path}` : field, ...flaw })
  }
  return found
}

/**
 * Saves the given fields of the caller's profile, all or none. Safe to repeat.
 * @throws invalid_input with every wrong field
 */
export async function saveProfile(ctx: UserContext, changes: ProfileChanges): Promise<void> {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined) as SentField[]
  await ctx.db.transaction().execute(async (tx) => {
    // The lock makes changes of one person wait for each other, so that two simultaneous changes cannot mix their
    // lists.
    await tx.selectFrom('users').select('id').where('id', '=', ctx.viewer.id).forNoKeyUpdate().execute()
    const fields = await flawsOf(ctx, tx, sent)
    if (fields.length) throw new AppError('invalid_input', { fields })
    const own = Object.fromEntries(sent.filter(([field]) => isColumn(field)))
    if (Object.keys(own).length) await changeOwn(ctx, own, tx)
    for (const [field, value] of sent) await (writers as Rows<void>)[field]?.(ctx, tx, value)
  })
}

async function isCurrency(tx: Tx, id: number): Promise<boolean> {
  const currency = await tx.selectFrom('currencies').select('id').where('id', '=', id).executeTakeFirst()
  return currency !== undefined
}

/** Sets the link to a resume. A resume is a link or a file, so a link deletes the file. */
async function setResumeLink(ctx: UserContext, tx: Tx, resume_url: string | null): Promise<void> {
  await changeOwn(ctx, { resume_url, ...(resume_url && { resume_file_id: null }) }, tx)
  if (!resume_url) return
  await tx
    .updateTable('files')
    .set({ deleted_at: ctx.now().toISOString() })
    .where('owner_id', '=', ctx.viewer.id)
    .where('purpose', '=', 'resume')
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Removes the picture and the works of a profile, for the staff. The picture from Telegram does not come back with the
 * next login.
 * @returns false if the profile had none
 */
export async function removePictures(ctx: Context, tx: Tx, user_id: number): Promise<boolean> {
  const now = ctx.now().toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((eb) => ({
      removed_photo_url: eb.fn.coalesce('photo_url', 'removed_photo_url'),
      photo_url: null,
      logo_url: null,
      updated_at: now,
    }))
    .where('id', '=', user_id)
    .where((eb) => eb.or([eb('photo_url', 'is not', null), eb('logo_url', 'is not', null)]))
    .executeTakeFirst()
  const { numDeletedRows } = await tx
    .deleteFrom('user_works')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  await sql`update files set deleted_at = ${now}
    where owner_id = ${user_id} and purpose in ('avatar', 'work') and deleted_at is null`.execute(tx)
  return numUpdatedRows + numDeletedRows > 0n
}
