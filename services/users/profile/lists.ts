import { sql } from 'kysely'
import type { ProfileChanges } from '#contract/calls/profile-fields.ts'
import { socialNetworks } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import { skillNames } from '#db/reference/skills.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { foldedName } from './entries.ts'
import type { Flaw } from './rules.ts'
import { socialAddress } from './social-address.ts'

/** Type of a profile field's value, without `undefined`. */
export type GivenValue<K extends keyof ProfileChanges> = Exclude<ProfileChanges[K], undefined>

type Entries = 'user_services' | 'user_portfolio_links'

/** Errors for ids of entries that are not the caller's. Locks the caller's entries until the end of the transaction. */
export async function findForeignEntries(
  ctx: UserContext,
  tx: Tx,
  table: Entries,
  { key, ids }: { key: string; ids: (number | undefined)[] },
): Promise<Flaw[]> {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', ctx.viewer.id)
    .forUpdate()
    .execute()
  const ownIds = new Set(rows.map(({ id }) => id))
  return ids.flatMap((id, n) => (id === undefined || ownIds.has(id) ? [] : [{ path: `${n}.${key}` }]))
}

/** Deletes the caller's entries that are missing in the sent list. The client always sends the complete list. */
export async function removeOthers(
  ctx: UserContext,
  tx: Tx,
  table: Entries,
  ids: (number | undefined)[],
): Promise<void> {
  const keptIds = ids.filter((id) => id !== undefined)
  await tx
    .deleteFrom(table)
    .where('user_id', '=', ctx.viewer.id)
    .where(sql<boolean>`id <> all(${keptIds}::bigint[])`)
    .execute()
}

/**
 * Replaces the caller's skills. A skill that stays keeps its row. Its spelling is that of the vocabulary, or for an
 * unknown skill the new one.
 */
export async function setSkills(ctx: UserContext, tx: Tx, names: GivenValue<'skills'>): Promise<void> {
  const user_id = ctx.viewer.id
  const sent = sql`(select distinct on (key) ${foldedName(sql`name`)} as key, name, place
    from unnest(${skillNames(names)}::text[]) with ordinality given (name, place) order by key, place) sent`
  await sql`delete from user_skills
    where user_id = ${user_id} and name_key not in (select key from ${sent})`.execute(tx)
  await sql`insert into user_skills (user_id, name) select ${user_id}, name from ${sent} order by place
    on conflict (user_id, name_key) do update set name = excluded.name
    where user_skills.name <> excluded.name`.execute(tx)
}

export async function setPortfolioLinks(
  ctx: UserContext,
  tx: Tx,
  links: GivenValue<'portfolio_links'>,
): Promise<void> {
  const user_id = ctx.viewer.id
  await removeOthers(
    ctx,
    tx,
    'user_portfolio_links',
    links.map(({ link_id }) => link_id),
  )
  for (const { link_id, link_name: name, link_url: url } of links)
    await (link_id === undefined
      ? tx
          .insertInto('user_portfolio_links')
          .values({ user_id, name, url, created_at: ctx.now().toISOString() })
          .execute()
      : tx
          .updateTable('user_portfolio_links')
          .set({ name, url })
          .where('id', '=', link_id)
          .where('user_id', '=', user_id)
          .execute())
}

/** Errors for addresses that do not belong to the given social network. */
export function wrongAddresses(links: GivenValue<'social_links'>): Flaw[] {
  return socialNetworks
    .filter((network) => links[network]?.trim() && !socialAddress(network, links[network]))
    .map((network) => ({ path: network, message: 'an address of this network' }))
}

/** Updates the addresses in the given social networks; an empty value deletes an address. */
export async function setSocialLinks(
  ctx: UserContext,
  tx: Tx,
  links: GivenValue<'social_links'>,
): Promise<void> {
  const user_id = ctx.viewer.id
  const sentNetworks = socialNetworks.filter((network) => links[network] !== undefined)
  if (sentNetworks.length === 0) return
  await tx
    .deleteFrom('user_social_links')
    .where('user_id', '=', user_id)
    .where('network', 'in', sentNetworks)
    .execute()
  const rows = sentNetworks.flatMap((network) => {
    const value = links[network]?.trim() && socialAddress(network, links[network])
    return value ? [{ user_id, network, value }] : []
  })
  if (rows.length) await tx.insertInto('user_social_links').values(rows).execute()
}

/** If a language is given twice, the last level of that language counts. */
export async function setLanguages(
  ctx: UserContext,
  tx: Tx,
  languages: GivenValue<'languages'>,
): Promise<void> {
  const user_id = ctx.viewer.id
  const rows = [...new Map(languages.map(({ code, level }) => [code, { user_id, code, level }])).values()]
  await tx.deleteFrom('user_languages').where('user_id', '=', user_id).execute()
  if (rows.length) await tx.insertInto('user_languages').values(rows).execute()
}
