import type { InlineQueryResultArticle } from 'grammy/types'
import { sql } from 'kysely'
import { parseStartParam } from '#contract/deep-links.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import { money } from '#services/notifications/price.ts'
import { nameIn } from '#services/reference/projections.ts'
import { serviceCategory } from '#services/users/services/queries.ts'
import { searchServices } from '#services/users/services/search.ts'
import { areServicesSeen } from '#services/users/services/visibility.ts'
import { articleOf } from './card.ts'
import { linkPattern, type Sharer } from './queries.ts'

/** A service as a card shows it. The price is in minor units. */
export type SharedService = Awaited<ReturnType<typeof readServices>>[number]

/**
 * Services by ids that a person may share: own ones, and those whose freelancer and the person see each other. Nobody
 * shares one that is taken down.
 */
async function readServices({ db }: { db: Db }, ids: number[], { viewer_id, language }: Sharer) {
  return db
    .selectFrom('user_services as service')
    .innerJoin('users as person', 'person.id', 'service.user_id')
    .innerJoin('currencies as currency', 'currency.id', 'service.currency_id')
    .leftJoin('price_terms as unit', 'unit.id', 'service.price_term_id')
    .leftJoin('categories as category', (join) => join.on(sql`category.id`, '=', serviceCategory))
    .select(['service.id', 'service.name', 'service.price', 'currency.code as currency'])
    .select(['person.full_name as freelancer'])
    .select([nameIn(language, 'unit').as('unit'), nameIn(language, 'category').as('category')])
    .where(sql<boolean>`service.id = any(${ids}::bigint[])`)
    .where('service.takedown_reason', 'is', null)
    .where(areServicesSeen(viewer_id))
    .orderBy(sql`array_position(${ids}::bigint[], service.id)`)
    .execute()
}

/** A service that a person may share; undefined if there is none. */
export async function findShareableService(ctx: Context, id: number, sharer: Sharer) {
  const [service] = await readServices(ctx, [id], sharer)
  return service
}

/**
 * Services that a person may share: the one behind a typed link, those that match typed words or, if nothing is typed,
 * the person's own. `corrected` are the words by which they were found, if they are not those that were typed.
 */
export async function findShareableServices(
  ctx: Context,
  typed: string,
  sharer: Sharer,
  limit: number,
): Promise<{ services: SharedService[]; corrected?: string | undefined }> {
  const text = typed.trim().slice(0, 200)
  const param = linkPattern.exec(text)?.[1]
  const { ids, corrected } = await findIds(ctx, { text, param }, sharer, limit)
  return { services: await readServices(ctx, ids, sharer), corrected }
}

async function findIds(
  ctx: Context,
  { text, param }: { text: string; param: string | undefined },
  sharer: Sharer,
  limit: number,
): Promise<{ ids: number[]; corrected?: string | undefined }> {
  if (param !== undefined) {
    const { page, id } = parseStartParam(param)
    return { ids: page === 'service' && id !== undefined ? [id] : [] }
  }
  if (text !== '') {
    const wish = { query: text, sort: 'fitting', is_exact: false, per_page: limit } as const
    return searchServices(ctx, wish, sharer)
  }
  const own = await ctx.db
    .selectFrom('user_services')
    .select('id')
    .where('user_id', '=', sharer.viewer_id)
    .where('takedown_reason', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return { ids: own.map(({ id }) => id) }
}

function terms(language: Language, { price, currency, unit, category, freelancer }: SharedService): string {
  const translate = translatorFor(language)
  const amount =
    price === null
      ? translate('message.price.none')
      : [money(language, price, currency), unit].filter(Boolean).join(' ')
  return [amount, category, freelancer].filter(Boolean).join(' · ')
}

/** Card of a service as a result of the bot's inline mode, with a link to its page. */
export function serviceResultOf(
  { config }: Context,
  service: SharedService,
  language: Language,
): InlineQueryResultArticle {
  const translate = translatorFor(language)
  const url = botLink(config, { page: 'service', id: service.id }, config.TELEGRAM_LINK_ORIGIN)
  const description = terms(language, service)
  const card = {
    text: `${translate('card.service')}: <b>${escapeHtml(service.name)}</b>\n${escapeHtml(description)}`,
    keyboard: [[{ text: translate('card.open.service'), url }]],
  }
  return articleOf({ id: `service:${service.id}`, title: service.name, description }, card)
}
