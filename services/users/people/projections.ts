import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Counterpart, ListedUser, PublicUser } from '#contract/calls/people-shapes.ts'
import type { Language } from '#contract/languages.ts'
import { profileTextNames } from '#contract/profile-texts.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { nameIn } from '#services/reference/projections.ts'

/** Public fields of a person in SQL, as arguments of json_build_object. */
function publicFields(alias: string, language: Language): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`
    'id', ${of('id')},
    'full_name', case when ${of('status')} = 'deleted' then ${translatorFor(language)('bot.person.deleted')}
      else ${of('full_name')} end,
    'avatar_url', coalesce(${of('logo_url')}, ${of('photo_url')}),
    'photo_url', ${of('photo_url')},
    'logo_url', ${of('logo_url')},
    'rating', ${of('rating')}::float8,
    'rating_count', ${of('rating_count')},
    'orders_count', case when ${of('is_client')} then ${of('posted_count')} else ${of('completed_count')} end,
    'completed_count', ${of('completed_count')},
    'posted_count', ${of('posted_count')},
    ${sql.join(profileTextNames.map((name) => sql`${sql.lit(name)}, ${of(name)}`))},
    'category_id', ${of('category_id')},
    'category', (select json_build_object('id', speciality.id, 'name', ${nameIn(language, 'speciality')})
      from categories speciality where speciality.id = ${of('category_id')}),
    'years_of_experience', ${of('years_of_experience')},
    'is_verified', ${of('is_verified')},
    'is_free', ${of('is_free')},
    'is_client', ${of('is_client')},
    'is_contractor', ${of('is_contractor')},
    'created_at', ${of('created_at')}`
}

export function publicUser(alias: string, language: Language): RawBuilder<z.output<typeof PublicUser>> {
  return sql`json_build_object(${publicFields(alias, language)})`
}

/** SQL for the names of a person's skills, in the order they were added. */
export function skillNames(alias: string): RawBuilder<string[]> {
  return sql`(select coalesce(json_agg(skill.name order by skill.id), '[]')
    from user_skills skill where skill.user_id = ${sql.ref(`${alias}.id`)})`
}

/** SQL for a person's cheapest service. Currencies are compared by their exchange rates. */
function priceFrom(person_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('amount', service.price::float8 / 100, 'currency_id', currency.id)
    from user_services service join currencies currency on currency.id = service.currency_id
    where service.user_id = ${person_id} and service.price is not null and service.takedown_reason is null
    order by service.price * coalesce(currency.rate_to_base, 1), service.id limit 1)`
}

export function listedUser(
  alias: string,
  language: Language,
  is_favorite: RawBuilder<boolean>,
): RawBuilder<Omit<z.output<typeof ListedUser>, 'works'>> {
  const id = sql.ref(`${alias}.id`)
  return sql`json_build_object(${publicFields(alias, language)}, 'is_favorite', ${is_favorite},
    'is_only_remote', ${sql.ref(`${alias}.is_only_remote`)},
    'skills', ${skillNames(alias)},
    'price_from', ${priceFrom(id)})`
}

/** SQL for a person's public fields, with the Telegram link only where `revealed` is true. */
export function counterpart(
  alias: string,
  language: Language,
  revealed: RawBuilder<unknown>,
): RawBuilder<z.output<typeof Counterpart>> {
  const username = sql.ref(`${alias}.username`)
  return sql`json_build_object(${publicFields(alias, language)},
    'telegram_link', case when ${revealed} then 'https://t.me/' || ${username} end)`
}
