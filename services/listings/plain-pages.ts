import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { PublicUser } from '#contract/calls/people-shapes.ts'
import { inEachLanguage } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { type FileRow, filesJson } from '#services/files/queries.ts'
import { publicUser } from '#services/users/people/projections.ts'
import { type RecordRow, recordOf } from '#services/users/people/records.ts'
import { keepPerson } from '#services/users/people/written-people.ts'
import { hasBlocked } from '#services/users/visibility/blocks.ts'
import { isBodyKept, keepOrders, keepVacancies } from './card-bodies.ts'
import { type CardRow, cardColumns } from './card-rows.ts'
import type { Reader } from './projections.ts'
import { publicListings } from './public-listings.ts'

/**
 * Full pages of whom nothing has to be decided: the listing is open to everybody, and the viewer is neither its author
 * nor staff.
 */

type PageRow = CardRow & { files: FileRow[]; chats: { id: number }[]; author_record: RecordRow | null }
type Asked = { kind: ListingKind; id: number; viewer_id: number }

const selectPage = ({ kind, id, viewer_id }: Asked) => sql<PageRow>`
  select ${cardColumns(viewer_id)}, ${filesJson('listing')} as files, ${recordOf(sql`listing.author_id`)} as author_record,
    (select coalesce(json_agg(json_build_object('id', room.id) order by room.id), '[]') from chat_rooms room
      where room.listing_id = listing.id and ${viewer_id} in (room.user_low, room.user_high)) as chats
  from listings listing
  where listing.id = ${id} and listing.kind = ${kind} and listing.status = 'published'
    and listing.author_id <> ${viewer_id}
    and not ${hasBlocked('listing.author_id', viewer_id)}
    and not exists (select from users where id = ${viewer_id} and role <> 'user')`

const knownPage = prepare((_, asked: Asked) => selectPage(asked))

type FirstAsked = Asked & { ids: number[] }
type First = PageRow & { author_facts: z.output<typeof PublicUser> }
/** Mostly somebody's first look at it: what is not kept yet is read with the rest, the listing and its author. */
function firstPage<Public>(kind: ListingKind, keep: (ctx: Context, rows: Public[]) => unknown) {
  const said = publicListings[kind]
  const ask = inEachLanguage((language) =>
    prepare<FirstAsked, First & Public>(
      (db, asked) => sql<First & Public>`
        select page.*, said.*, (select ${publicUser('author', language)}
          from users author where author.id = page.author_id) as author_facts
        from (${selectPage(asked)}) page
        join (${said.build(db, asked) as unknown as RawBuilder<unknown>}) said on said.id = page.id`,
    ),
  )
  return async (ctx: Context, asked: FirstAsked, reader: Reader): Promise<PageRow | undefined> => {
    const [row] = await ask[reader.language](ctx.lists, asked)
    if (!row) return undefined
    keep(ctx, [row])
    const { author_id, author_version, author_facts } = row
    keepPerson(ctx, reader.language, { id: author_id, version: author_version, facts: author_facts })
    return row
  }
}
const first = { order: firstPage('order', keepOrders), vacancy: firstPage('vacancy', keepVacancies) }

export async function findPlainPage(
  ctx: Context,
  kind: ListingKind,
  id: number,
  reader: Reader,
): Promise<PageRow | undefined> {
  const { viewer_id } = reader
  const asked = { kind, id, viewer_id }
  if (isBodyKept(ctx, id)) return (await knownPage(ctx.lists, asked))[0]
  return first[kind](ctx, { ...asked, ids: [id] }, reader)
}
