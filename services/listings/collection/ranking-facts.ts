import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { quickAnswerMinutes } from '#contract/collection.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { skillKey } from '#db/reference/skills.ts'
import { perDb } from '#services/core/cache.ts'
import type { Context } from '#services/core/context.ts'

type Skill = { name: string; key: string }

/** Facts about a listing from which it is scored for a collection (score.ts). */
export type ScoringFacts = {
  author_id: number
  category_id: number | null
  group_id: number | null
  skills: Skill[]
  /** City of the listing in lower case. */
  city: string | null
  experience_min: number | null
  experience_max: number | null
  is_remote: boolean
  language: string | null
  urgent: boolean
  /** Time at which the listing entered the feed, in milliseconds since the epoch. */
  listed_at: number
  /** True if the listing is the only one that its author has ever published. */
  is_first: boolean
  /** Minutes in which the author usually answers a response; null if the time is long or based on few responses. */
  answer_minutes: number | null
  /** True for an order whose price is in the upper quarter of prices in its speciality. */
  is_well_paid: boolean
}

type Row = Omit<ScoringFacts, 'skills'> & { id: number; skills: string[] }

const { least } = limits.record
const rows = prepare<{ ids: number[] }, Row>(
  (_, { ids }) => sql<Row>`
    select listing.id, listing.author_id, listing.category_id, category.parent_id as group_id, listing.skills,
      lower(listing.location) as city, listing.experience_min, listing.experience_max, listing.is_remote,
      listing.language, listing.urgent, (extract(epoch from listing.listed_at) * 1000)::float8 as listed_at,
      listing.is_first and (select posted_count <= 1 from users where id = listing.author_id) as is_first,
      (select wait_minutes from person_records record where record.user_id = listing.author_id
        and record.closed >= ${sql.lit(least)} and record.responses >= ${sql.lit(least)}
        and record.wait_minutes <= ${sql.lit(quickAnswerMinutes)}) as answer_minutes,
      listing.kind = 'order' and listing.payment_format = 'fixed' and coalesce(listing.price_base >=
        (select high from category_prices where category_id = listing.category_id), false) as is_well_paid
    from listings listing left join categories category on category.id = listing.category_id
    where listing.id = any(${ids})`,
)

/** Cache of skills by name. Nearly all listings use the same names, so each name is kept in memory once. */
const skills = new Map<string, Skill>()
const mostSkills = 5000

function skillOf(name: string): Skill {
  const cached = skills.get(name)
  if (cached) return cached
  if (skills.size >= mostSkills) skills.clear()
  const skill = { name, key: skillKey(name) }
  skills.set(name, skill)
  return skill
}

/** Reads the current facts from which listings are scored, by listing id. */
export async function readWeighables(db: Db, ids: number[]): Promise<Map<number, ScoringFacts>> {
  const rowsRead = ids.length > 0 ? await rows(db, { ids }) : []
  return new Map(rowsRead.map(({ id, ...row }) => [id, { ...row, skills: row.skills.map(skillOf) }]))
}

const cacheOf = perDb(
  (ctx: Pick<Context, 'db' | 'now'>) =>
    new LRUCache<number, ScoringFacts>({
      max: limits.rankingFacts.most,
      ttl: limits.rankingFacts.ms,
      ttlResolution: 0,
      perf: { now: () => ctx.now().getTime() },
    }),
)

/**
 * Returns the facts from which listings are scored, by listing id, from a cache. Slightly outdated facts are fine,
 * because a ranking lasts a day. The cache helps, because most people are scored against the same newest listings.
 */
export async function findScoringFacts(ctx: Context, ids: number[]): Promise<Map<number, ScoringFacts>> {
  const cache = cacheOf(ctx)
  const factsById = new Map<number, ScoringFacts>()
  const missing: number[] = []
  for (const id of ids) {
    const cached = cache.get(id)
    if (cached) factsById.set(id, cached)
    else missing.push(id)
  }
  for (const [id, one] of await readWeighables(ctx.lists, missing)) {
    cache.set(id, one)
    factsById.set(id, one)
  }
  return factsById
}
