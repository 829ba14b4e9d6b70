import { selectCards, toCard } from './cards.ts'
import type { Row, RunQuery } from './database.ts'
import { listForClient, notBlocked } from './people.ts'
import type { Reference } from './reference.ts'

type Kind = 'order' | 'vacancy'

const rankingSize = 300
/** Number of extra rows that are read with a page, because some of its listings may be closed. */
const spareRows = 10
/**
 * `headRules` says how many fitting and how many first listings the first ten must contain. `reserve` is the number of
 * spare listings of both kinds.
 */
const headRules = { size: 10, fitting: 5, first: 2 }
const reserve = { fitting: 10, first: 8 }

/** Reads the facts about a person that a ranking depends on. A ranking stays valid while these facts are unchanged. */
const viewerQuery = `me as materialized (
  select person.id, person.category_id, own.parent_id as group_id, person.ui_language, person.is_only_remote,
    person.years_of_experience as years, lower(person.city) as city,
    array(select name_key from user_skills where user_id = person.id order by name_key) as skills,
    date_trunc('day', now()) as today, marks.*
  from users person left join categories own on own.id = person.category_id
  cross join lateral (select coalesce(array_agg(m.listing_id order by m.listing_id), '{}') as marked,
      coalesce(array_agg(seen.author_id) filter (where m.reason = 'author'), '{}') as unwanted,
      coalesce(string_agg(m.listing_id || ' ' || m.reason, ',' order by m.listing_id), '') as said
    from not_for_me m join listings seen on seen.id = m.listing_id
    where m.user_id = person.id and (m.until is null or m.until > now())) marks
  where person.id = $1)`

const newestIds = (kind: Kind, condition: string, limit: number) => `(select id from listings
  where kind = '${kind}' and status = 'published' and ${condition} and listed_at > $2 and author_id <> me.id
  order by listed_at desc, id desc limit ${limit})`

/** SQL condition: the listing `l` is still shown to the person `$1`. */
const isShown = `l.status = 'published' and ${notBlocked('l.author_id', '$1')}
  and l.id <> all (me.marked) and l.author_id <> all (me.unwanted)
  and not exists (select from responses mine where mine.listing_id = l.id and mine.user_id = $1
    and mine.status <> 'withdrawn' and mine.created_at < me.today)`

const pointsIf = (points: number, condition: string) => `(case when ${condition} then ${points} else 0 end)`
const speciality = pointsIf(60, 'l.category_id = me.category_id')
const skills = '(15 * least(3, matched.skills))'
const matchedSkills = `(select count(*)::int as skills, (array_agg(btrim(asked.name)))[1] as skill
  from unnest(l.skills) asked (name)
  where lower(regexp_replace(btrim(asked.name), '\\s+', ' ', 'g')) = any (me.skills)) matched`
const author = `(select posted_count <= 1 as is_new, case when record.closed >= 5 and record.responses >= 5
    and record.wait_minutes <= 180 then record.wait_minutes end as answer_minutes
  from users left join person_records record on record.user_id = users.id where users.id = l.author_id) author`
const unwantedCondition = `me.said <> '' and exists (select from not_for_me m join listings seen on seen.id = m.listing_id
  where m.user_id = me.id and case m.reason
    when 'price' then seen.kind = l.kind and m.payment_format is not distinct from l.payment_format
      and l.price_base < m.below
    when 'term' then l.deadline < me.today + (m.days + 1) * interval '1 day'
    when 'topic' then m.category_id = l.category_id
    else false end)`
const reasonDetails = `json_build_object('skill', matched.skill, 'answer_minutes', author.answer_minutes, 'is_first', author.is_new,
  'is_well_paid', l.kind = 'order' and l.payment_format = 'fixed' and coalesce(l.price_base >=
    (select high from category_prices where category_id = l.category_id), false))`
const group = pointsIf(30, 'c.parent_id = me.group_id and l.category_id <> me.category_id')
const city = pointsIf(6, 'lower(l.location) = me.city')
const excludedConditions = [
  pointsIf(5, 'me.years between l.experience_min and l.experience_max'),
  pointsIf(5, 'me.is_only_remote and l.is_remote'),
  pointsIf(5, `l.listed_at >= me.today - interval '1 day'`),
  pointsIf(4, 'author.answer_minutes is not null'),
  pointsIf(4, 'l.language = me.ui_language'),
  pointsIf(3, 'l.urgent'),
  pointsIf(-45, unwantedCondition),
]

/** Ranks listings newer than `$2` for the person `$1`, the best first. */
const ranking = (kind: Kind) => `
  with ${viewerQuery},
  candidates as (
    select near.id from me, lateral ${newestIds(kind, 'category_id = me.category_id', 80)} near
    union select near.id from me join categories leaf on leaf.parent_id = me.group_id and leaf.id <> me.category_id,
      lateral ${newestIds(kind, 'category_id = leaf.id', 6)} near
    union select near.listing_id from me, unnest(me.skills) skill (key), lateral (
      select listing_id from listing_skills where kind = '${kind}' and skill_key = skill.key and listed_at > $2
      order by listed_at desc, listing_id desc limit (select 1 + 60 / greatest(1, cardinality(me.skills)))) near
    union select near.id from me, lateral ${newestIds(kind, 'true', 100)} near
    union select near.id from me, lateral (
      select l.id from listings l join users author on author.id = l.author_id
      where l.kind = '${kind}' and l.is_first and author.posted_count <= 1 and l.author_id <> me.id and ${isShown}
      order by l.listed_at desc, l.id desc limit ${reserve.first}) near),
  weighed as materialized (
    select l.id, ${speciality} as speciality, ${skills} as skills, ${group} as "group", ${city} as city,
      ${excludedConditions.join(' + ')} as silent, ${reasonDetails} as why, md5(concat_ws(' ', l.id, me.id, me.today::date)) as chance
    from me, candidates join listings l on l.id = candidates.id left join categories c on c.id = l.category_id
      cross join lateral ${matchedSkills} cross join lateral ${author}
    where l.author_id <> me.id)
  select id, why, (speciality + skills + "group" + city + silent) / 10 as band,
    case greatest(speciality, skills, "group", city) when 0 then 'popular' when speciality then 'speciality'
      when skills then 'skills' when "group" then 'group' else 'city' end as reason
  from weighed order by band desc, chance limit ${rankingSize}`

const isNewer = (kind: Kind, since: string) =>
  `exists (select from listings where kind = '${kind}' and status = 'published' and listed_at > ${since})`
const viewers = `with ${viewerQuery} select me::text as profile, me.category_id, person.is_client,
  ${isNewer('order', '$2')} as order_behind, ${isNewer('vacancy', '$3')} as vacancy_behind
  from me join users person on person.id = me.id`

/**
 * Cards of the listings `$2` that are still shown to the person `$1`. `$5` marks fitting listings, `$6` first ones.
 * Spare listings follow after position `$7`.
 */
const pageQuery = (kind: Kind) => `
  with ${viewerQuery},
  open as (
    select item.* from me, unnest($2::bigint[], $5::boolean[], $6::boolean[])
      with ordinality item (id, is_fitting, is_first, n) join listings l on l.id = item.id
    where ${isShown}),
  counted as (
    select *, is_fitting and row_number() over (partition by is_fitting order by n) <= ${headRules.fitting}
      or is_first and row_number() over (partition by is_first order by n) <= ${headRules.first} as is_due from open),
  headed as (select *, row_number() over (order by is_due desc, n) <= ${headRules.size} as is_head from counted),
  page as materialized (
    select id, row_number() over (order by is_head desc, n) as turn from headed where is_head or n <= $7
    order by turn limit $3 offset $4)
  ${selectCards(kind)} order by page.turn`

type Ranked = { id: number; band: number; reason: string; why: { is_first: boolean } }
type Ranking = { ranked: Ranked[]; until: string }
type Kinds = Record<Kind, Ranking>
type Page = { limit: number; offset: number }

const emptyRanking = { ranked: [], until: '-infinity' }

/**
 * Rankings are computed once per person and day and cached in the process. Closed listings are removed when a page is
 * read.
 */
export function openCollection(runQuery: RunQuery, reference: Reference) {
  const rankingsOf = new Map<number, { profile: string } & Kinds>()

  /**
   * Adds the listings published since the last ranking. They stand before older listings whose score lies in the same
   * ten points. A listing becomes visible only when its transaction commits, so each search repeats the last five
   * seconds of the previous one.
   */
  async function rank(viewer: number, kind: Kind, { ranked, until }: Ranking): Promise<Ranking> {
    const settledUntil = new Date(Date.now() - 5000).toISOString()
    const newRanked = (await runQuery(ranking(kind), [viewer, until], `rank ${kind}`)) as Ranked[]
    const ids = new Set(ranked.map(({ id }) => id))
    const merged = [...newRanked.filter(({ id }) => !ids.has(id)), ...ranked].sort((a, b) => b.band - a.band)
    return { ranked: merged.slice(0, rankingSize), until: settledUntil > until ? settledUntil : until }
  }

  async function page(viewer: number, kind: Kind, ranked: Ranked[], { limit, offset }: Page) {
    const isFitting = ({ reason }: Ranked) => ['speciality', 'skills', 'group'].includes(reason)
    const isFirst = ({ why }: Ranked) => why.is_first
    const reservedIds = new Set([
      ...ranked.filter(isFitting).slice(0, reserve.fitting),
      ...ranked.filter(isFirst).slice(0, reserve.first),
    ])
    const readPage = (depth: number) => {
      const items = ranked.filter((one, index) => index < depth || reservedIds.has(one))
      const ids = items.map(({ id }) => id)
      const values = [viewer, ids, limit, offset, items.map(isFitting), items.map(isFirst), depth]
      return runQuery(pageQuery(kind), values, `page of ${kind}`)
    }
    const depth = offset + limit + spareRows
    let rows = await readPage(depth)
    if (rows.length < limit && ranked.length > depth) rows = await readPage(rankingSize)
    const reasonById = new Map(ranked.map(({ id, reason, why }) => [id, { reason, why }]))
    return rows.map((row) => ({ ...toCard(row, viewer, reference), ...reasonById.get(row.id) }))
  }

  return async (viewer: number, pageRequest: Page): Promise<Row> => {
    const previousRankings = rankingsOf.get(viewer)
    const since = [
      previousRankings?.order.until ?? '-infinity',
      previousRankings?.vacancy.until ?? '-infinity',
    ]
    const [person] = (await runQuery(viewers, [viewer, ...since], 'viewer')) as [Row]
    if (person.is_client) return listForClient(runQuery, reference, viewer, pageRequest)
    const unchangedRankings = previousRankings?.profile === person.profile ? previousRankings : undefined
    const currentRanking = (kind: Kind) =>
      unchangedRankings && !(person[`${kind}_behind`] && pageRequest.offset === 0)
        ? unchangedRankings[kind]
        : rank(viewer, kind, unchangedRankings?.[kind] ?? emptyRanking)
    const [order, vacancy] = await Promise.all([currentRanking('order'), currentRanking('vacancy')])
    rankingsOf.set(viewer, { profile: person.profile, order, vacancy })
    const [projects, vacancies] = await Promise.all([
      page(viewer, 'order', order.ranked, pageRequest),
      page(viewer, 'vacancy', vacancy.ranked, pageRequest),
    ])
    const user_category_name = reference.category(person.category_id)?.name ?? null
    return { user_category_name, projects, vacancies, freelancers: [] }
  }
}
