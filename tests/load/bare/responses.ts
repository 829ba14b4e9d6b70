import { copyFields, countPairs, mostSimilar, rank } from './copies.ts'
import type { Row, RunQuery } from './database.ts'
import { personColumns, toPerson } from './people.ts'
import type { Reference } from './reference.ts'

/** Columns of a response and of its sender. The caller adds the response's `place`. */
export const responseColumns = `
  response.id, response.listing_id, response.response_text, response.materials_link, response.response_type,
  response.created_at, response.with_resume, response.is_archive, response.status, response.end_reason,
  response.decline_reason, response.price, response.currency_id, listing.author_id, listing.kind,
  response.answers, response.flag_share, response.is_own_copy,
  case when response.unflagged_at is null then response.flag end as flag,
  (array['lower', 'middle', 'upper'])[response.price_third] as price_third, response.price_among,
  ${personColumns('person', 'p_')},
  array(select name from user_skills where user_id = person.id order by id) as skills`

export const responseTables = `
  join listings listing on listing.id = response.listing_id
  join users person on person.id = response.user_id`

export function toResponse(row: Row, reference: Reference): Row {
  return {
    id: row.id,
    response_id: row.id,
    user: toPerson(row, 'p_', reference),
    works: [],
    skills: row.skills,
    author_id: row.author_id,
    project_id: row.kind === 'order' ? row.listing_id : null,
    vacancy_id: row.kind === 'vacancy' ? row.listing_id : null,
    response_text: row.response_text,
    materials_link: row.materials_link,
    currency: reference.currency(row.currency_id),
    price: row.price === null ? null : row.price / 100,
    response_type: row.response_type,
    created_at: row.created_at,
    files: [],
    with_file: false,
    with_resume: row.with_resume,
    is_archive: row.is_archive,
    status: row.status,
    end_reason: row.end_reason,
    decline_reason: row.decline_reason,
    place: row.place,
    answers: row.answers ?? [],
    flag: row.flag,
    flag_share: row.flag_share,
    is_own_copy: row.is_own_copy,
    price_third: row.price_third,
    price_among: row.price_among,
  }
}

/**
 * Makes all checks, stores the response and its fingerprint, updates the counter and adds to the outbox, in one
 * statement and one commit.
 */
const respondQuery = `
  with place as (
    select id, author_id, kind from listings where id = $2 and kind = 'order' and status = 'published' for update),
  allowed as (
    select place.id from place join users me on me.id = $1
    where place.author_id <> $1 and me.is_verified
      and not exists (select from responses where listing_id = $2 and user_id = $1 and status <> 'withdrawn')
      and not exists (select from user_blocks
        where (user_id, blocked_id) in (($1, place.author_id), (place.author_id, $1)))
      and (select count(*) from responses where user_id = $1 and created_at > now() - interval '1 day') < 30),
  ${mostSimilar}, ${rank},
  response as (
    insert into responses (listing_id, user_id, response_text, price, currency_id, flag, flag_share, is_own_copy,
      price_third, price_among, created_at, updated_at)
    select allowed.id, $1, $3, $4, 1, coalesce($5, case when share is not null then 'copy' end),
      case when $5 is null then share end, case when $5 is null then is_own end, price_third, price_among, now(), now()
    from allowed left join rank on true left join twin on true returning *),
  print as (
    insert into response_prints (response_id, shingles, sketch, signature)
    select id, $6::int[], $7::int[], $8::bit(256) from response),
  added as (
    update listings set responses_count = responses_count + 1 from response where listings.id = response.listing_id),
  event as (
    insert into events (topic, payload, created_at)
    select 'response.sent', jsonb_build_object('response_id', id), now() from response returning id),
  task as (
    insert into event_tasks (event_id, consumer, due_at, next_at)
    select id, 'response-notifications', now(), now() from event)
  select ${responseColumns}, pg_notify('outbox', ''),
    (select 1 + count(*)::int from responses where listing_id = $2 and status <> 'withdrawn') as place
  from response ${responseTables}`

/** Prepares the API call that sends a response. */
export async function openResponding(runQuery: RunQuery, reference: Reference) {
  const pairs = await countPairs(runQuery)
  return async (viewer: number, { response: answer }: Row) => {
    const { project_id, response_text, price } = answer
    const values = [viewer, project_id, response_text, price * 100, ...copyFields(response_text, pairs)]
    const [row] = await runQuery(respondQuery, values, 'respond')
    if (!row) return undefined
    return { ...toResponse(row, reference), payment_url: null, place_after_payment: null, hint: null }
  }
}

const favourite = `
  with seen as (select id from listings where id = $2 and kind = 'order' and status = 'published'
    and not exists (select from user_blocks where user_id = author_id and blocked_id = $1)),
  kept as (insert into favorite_listings (user_id, listing_id, created_at)
    select $1, id, now() from seen on conflict do nothing)
  select id from seen`

export async function addFavourite(runQuery: RunQuery, viewer: number, id: number) {
  const [seen] = await runQuery(favourite, [viewer, id], 'favourite')
  return seen && { ok: true }
}
