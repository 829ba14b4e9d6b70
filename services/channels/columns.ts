import { type RawBuilder, sql } from 'kysely'
import { defaultLanguage, type Names } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { PostFacts } from './rules.ts'

/**
 * SQL condition that a channel takes a listing: kind, category (a group stands for its categories) and language. A
 * listing without a language counts as one in the default language. The query needs the aliases `channel` and
 * `listing`.
 */
export const takesListing: RawBuilder<boolean> = sql`(
  (channel.kind is null or channel.kind = listing.kind)
  and (channel.category_ids = '{}' or listing.category_id = any(channel.category_ids)
    or (select parent_id from categories where id = listing.category_id) = any(channel.category_ids))
  and (channel.language is null
    or coalesce(listing.language, ${sql.lit(defaultLanguage)}) in (channel.language, 'any')))`

/**
 * SQL condition that a listing may get a new post: visitors without an account see it, and it was published after
 * `oldest`. The query needs the alias `listing`.
 */
export const isPostable = (oldest: string): RawBuilder<boolean> => sql`(
  listing.status = 'published' and listing.audience = 'public' and listing.flagged_at is null
  and listing.listed_at >= ${oldest}
  and exists (select from users author where author.id = listing.author_id and author.status = 'active'))`

export type PostRow = PostFacts & {
  id: number
  title: string
  about: string | null
  price: number | null
  min_stake: number | null
  max_stake: number | null
  currency: string
  deadline: string | null
  is_remote: boolean
  location: string | null
  skills: string[]
  category: Names | null
  responses_count: number
  /** True if no response waits for an answer. */
  is_everyone_answered: boolean
}

/** Reads a listing with all that its post in a channel shows. Returns undefined if there is no such listing. */
export async function readPostRow(
  db: Db,
  { listing_id, channel_id }: { listing_id: number; channel_id: number },
): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select listing.id, listing.kind, listing.audience, listing.title, listing.status, listing.hidden_reason, listing.flagged_at,
      listing.executor_id, listing.author_id, author.status as author_status, listing.payment_format, listing.price,
      listing.min_stake, listing.max_stake, currency.code as currency, listing.deadline, listing.is_remote,
      listing.location, listing.skills, category.names as category, listing.responses_count,
      coalesce(task.subtitle, work.description) as about, ${takesListing} as is_taken_here,
      not exists (select from responses waiting where waiting.listing_id = listing.id
        and waiting.status in ('no_show', 'shown', 'shortlisted')) as is_everyone_answered
    from listings listing
    join channels channel on channel.id = ${channel_id}
    join users author on author.id = listing.author_id
    join currencies currency on currency.id = listing.currency_id
    left join categories category on category.id = listing.category_id
    left join orders task on task.listing_id = listing.id
    left join vacancies work on work.listing_id = listing.id
    where listing.id = ${listing_id}`.execute(db)
  return rows[0]
}
