import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { PortfolioLink, Skill } from '#contract/calls/profile-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { skillName } from '#db/reference/skills.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { checkTitle } from './rules.ts'

type Table = 'user_skills' | 'user_portfolio_links' | 'user_services'

/**
 * Checks the limit of a list of the profile. The lock makes additions of one person wait for each other, so that two
 * simultaneous additions cannot exceed the limit.
 * @throws list_full
 */
export async function checkListLimit(ctx: UserContext, tx: Tx, table: Table, count: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', ctx.viewer.id).forUpdate().execute()
  const { entries } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('user_id', '=', ctx.viewer.id)
    .executeTakeFirstOrThrow()
  if (entries >= count) throw new AppError('list_full', { limit: count })
}

/**
 * SQL that normalizes the name of a skill like the database index does. Names that differ only in case and spaces are
 * the same skill.
 */
export function foldedName(name: string | RawBuilder<string>): RawBuilder<string> {
  return sql`lower(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`
}

/**
 * Adds a skill in the vocabulary's spelling, unless the person has it already.
 * @throws list_full
 */
export async function addSkill(ctx: UserContext, given: string): Promise<z.output<typeof Skill>> {
  const name = skillName(given)
  const { id } = await ctx.db.transaction().execute(async (tx) => {
    const find = tx
      .selectFrom('user_skills')
      .select('id')
      .where('user_id', '=', ctx.viewer.id)
      .where('name_key', '=', foldedName(name))
    const existing = await find.executeTakeFirst()
    if (existing) return existing
    await checkListLimit(ctx, tx, 'user_skills', limits.skills.count)
    await tx
      .insertInto('user_skills')
      .values({ user_id: ctx.viewer.id, name })
      .onConflict((conflict) => conflict.columns(['user_id', 'name_key']).doNothing())
      .execute()
    return find.executeTakeFirstOrThrow()
  })
  const row = await ctx.db.selectFrom('user_skills').select('name').where('id', '=', id).executeTakeFirst()
  return { skill_id: id, skill_name: row?.name ?? name, type: null }
}

/** @throws invalid_input, list_full */
export async function addPortfolioLink(
  ctx: UserContext,
  { link_name, link_url }: { link_name: string; link_url: string },
): Promise<z.output<typeof PortfolioLink>> {
  checkTitle('link_name', link_name)
  // The URL is normalized. A host name with look-alike letters of other alphabets is then shown as punycode.
  const url = new URL(link_url).href
  return ctx.db.transaction().execute(async (tx) => {
    await checkListLimit(ctx, tx, 'user_portfolio_links', limits.portfolioLinks.count)
    const { id } = await tx
      .insertInto('user_portfolio_links')
      .values({ user_id: ctx.viewer.id, name: link_name, url, created_at: ctx.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { link_id: id, link_name, link_url: url, link_type: null }
  })
}

/** @throws not_found unless the row is the caller's */
export async function removeEntry(ctx: UserContext, table: Table, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom(table)
    .where('id', '=', id)
    .where('user_id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}
