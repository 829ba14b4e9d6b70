import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/** Most words of titles that are stored, the most frequent ones. */
const mostWords = 10_000

/**
 * Counts the words in the titles of published listings and in the names of services anew.
 * @returns number of words
 */
export async function countTitleWords(ctx: Context): Promise<number> {
  const { rows } = await sql<{ words: number }>`
    with titles as (
      select title from listings where status = 'published'
      union all
      select service.name from user_services service join users person on person.id = service.user_id
        where person.status = 'active'
    ), counted as (
      select word, count(*)::int as listings
      from titles, lateral (
        select word from regexp_split_to_table(lower(normalize(title, nfc)), '[^[:alnum:]+#]+') word
        union
        select joined[1] from regexp_matches(lower(normalize(title, nfc)), '([[:alpha:]]+-[[:alpha:]]+)', 'g') joined) said
      where length(word) between 3 and 30 and word ~ '[[:alpha:]]'
      group by word order by listings desc, word limit ${mostWords}
    ), gone as (
      delete from search_words where word not in (select word from counted)
    ), written as (
      insert into search_words (word, listings) select word, listings from counted
      on conflict (word) do update set listings = excluded.listings
        where search_words.listings <> excluded.listings
    )
    select count(*)::int as words from counted`.execute(ctx.db)
  return rows[0]?.words ?? 0
}
