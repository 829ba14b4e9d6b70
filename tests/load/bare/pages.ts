import { cardsOf, selectCards, toCard } from './cards.ts'
import type { Row, RunQuery } from './database.ts'
import type { Reference } from './reference.ts'
import { responseColumns, responseTables, toResponse } from './responses.ts'

const record = `
  coalesce((select json_build_object('closed', closed, 'paid_placements', paid_placements,
    'figures', case when closed >= 5 then json_build_object('hired', hired,
      'answers', case when responses >= 5 then json_build_object('percent', answered_percent, 'answered', answered,
        'responses', responses, 'wait_minutes', wait_minutes) end) end)
    from person_records where user_id = l.author_id), '{"closed": 0, "figures": null, "paid_placements": 0}')`

const fullPage = `
  with page as (select $2::bigint as id, 1 as n)
  ${selectCards(
    'order',
    `, case when l.author_id = $1 then exists (select from listing_revisions
        where listing_id = l.id and state = 'pending') end as is_edit_pending,
      (select coalesce(json_agg(json_build_object('id', room.id) order by room.id), '[]') from chat_rooms room
        where room.listing_id = l.id and $1 in (room.user_low, room.user_high)) as chats,
      ${record} as author_record,
      exists (select from user_blocks where user_id = l.author_id and blocked_id = $1) as is_hidden`,
  )} where l.status = 'published' or l.author_id = $1`

const ownAnswer = `
  select ${responseColumns}, $2::int as place from responses response ${responseTables}
  where response.id = $1`

/** Reads the page of an order with the viewer's own response. The page that an author sees is not measured. */
export async function readPage(
  runQuery: RunQuery,
  reference: Reference,
  viewer: number,
  id: number,
): Promise<Row | undefined> {
  const [row] = await runQuery(fullPage, [viewer, id], 'full page')
  if (!row || row.is_hidden) return undefined
  const card = toCard(row, viewer, reference)
  if (row.mine_id === null) return card
  const responses = await runQuery(ownAnswer, [row.mine_id, row.mine_place], 'own answer')
  return { ...card, responses: responses.map((one) => toResponse(one, reference)) }
}

const favouritesQuery = `
  with kept as materialized (
    select listing.id, favorite.created_at from favorite_listings favorite
    join listings listing on listing.id = favorite.listing_id
    where favorite.user_id = $1 and listing.kind = 'order' and listing.status not in ('deleted', 'refunded')
      and not exists (select from user_blocks where user_id = listing.author_id and blocked_id = $1)),
  page as (select id, created_at, row_number() over (order by created_at desc, id desc) as n
    from kept order by created_at desc, id desc limit $2)
  ${selectCards(
    'order',
    `, (select count(*)::int from kept) as total, extract(epoch from page.created_at)::float8 as rank`,
  )} order by page.n`

export async function listFavourites(
  runQuery: RunQuery,
  reference: Reference,
  viewer: number,
  per_page: number,
) {
  const rows = await runQuery(favouritesQuery, [viewer, per_page + 1], 'favourites')
  const shownRows = rows.slice(0, per_page)
  const last = rows.length > per_page ? shownRows.at(-1) : undefined
  return {
    items: shownRows.map((row) => toCard(row, viewer, reference)),
    total: rows[0]?.total ?? 0,
    next_cursor: last ? cursorOf('order', last) : null,
  }
}

const cursorOf = (kind: string, { rank, id }: Row) =>
  Buffer.from(JSON.stringify([kind, rank, id])).toString('base64url')

const ownResponsesQuery = `
  select ${responseColumns}, null::int as place, listing.status as item_status,
    (select json_build_object('current', count(*) filter (where not one.is_archive), 'archived', count(*) filter (where one.is_archive))
      from responses one join listings its on its.id = one.listing_id
      where one.user_id = $1 and its.kind = 'order') as total
  from responses response ${responseTables}
  where response.user_id = $1 and listing.kind = 'order' and not response.is_archive
  order by response.id desc limit $2`

export async function listOwnResponses(
  runQuery: RunQuery,
  reference: Reference,
  viewer: number,
  per_page: number,
) {
  const rows = await runQuery(ownResponsesQuery, [viewer, per_page + 1], 'own responses')
  const shownRows = rows.slice(0, per_page)
  const ids = shownRows.map((row) => row.listing_id)
  const cards = await cardsOf(runQuery, reference, viewer, 'order', ids)
  const byId = new Map(cards.map((card) => [card.id, card]))
  const last = rows.length > per_page ? shownRows.at(-1) : undefined
  return {
    items: shownRows.map((row) => {
      const project = byId.get(row.listing_id)
      const place = project?.my_response?.id === row.id ? project?.my_response.place : null
      const answer = { ...toResponse(row, reference), place }
      return { ...answer, item_status: row.item_status, project, vacancy: null }
    }),
    total: rows[0]?.total ?? { current: 0, archived: 0 },
    next_cursor: last ? cursorOf('order', { rank: last.id, id: last.id }) : null,
  }
}
