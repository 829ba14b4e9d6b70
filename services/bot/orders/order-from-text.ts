import { InlineKeyboard } from 'grammy'
import { type PrefilledOrder, prefilledOrderPath } from '#contract/begun-order.ts'
import { dateFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { BotContext } from '#services/bot/context.ts'
import { supportButton } from '#services/bot/support/support.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import { priceLine } from '#services/notifications/price.ts'
import { listCategories } from '#services/reference/queries.ts'
import { readBrief, type SpokenBrief } from '#services/spoken/brief.ts'

/** Maximum characters of the description in the button's link. */
const maxDescription = 600

/**
 * Offers to create an order from a message that no other feature has handled.
 * @returns false if the text describes no order
 */
export async function offerOrder(
  app: Context,
  ctx: BotContext & { msg: { text?: string } },
): Promise<boolean> {
  const text = ctx.msg.text?.trim() ?? ''
  if (text.length < limits.description.min) return false
  const { ui_language, time_zone } = ctx.person
  const brief = readBrief(text, startOfDay(app.now(), time_zone ?? defaultTimeZone))
  if (!brief.title || (brief.price === null && brief.deadline === null)) return false
  const categories = await listCategories(app.db, ui_language)
  const category = categories.find(({ id, is_closed }) => id === brief.category_id && !is_closed)
  if (!category) return false
  const order = await draftOrder(app, brief, {
    message_id: ctx.msg.message_id,
    description: shorten(text, maxDescription),
    category_id: category.id,
  })
  const url = new URL(prefilledOrderPath(order), app.config.APP_ORIGIN).href
  const lines = summaryLines(ctx, brief, category.name)
  if (text.length > maxDescription) lines.push(translatorFor(ui_language)('bot.brief.long'))
  await ctx.reply(lines.join('\n'), {
    parse_mode: 'HTML',
    reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true },
    reply_markup: InlineKeyboard.from([
      [{ text: translatorFor(ui_language)('bot.brief.open'), web_app: { url }, style: 'primary' }],
      [supportButton(ctx, 'pass')],
    ]),
  })
  return true
}

type KnownFields = Pick<PrefilledOrder, 'message_id' | 'description' | 'category_id'>

async function draftOrder(
  { db }: Context,
  brief: SpokenBrief,
  knownFields: KnownFields,
): Promise<PrefilledOrder> {
  const { title, price, payment, deadline, is_urgent, skills } = brief
  const currency = price
    ? await db.selectFrom('currencies').select('id').where('code', '=', price.code).executeTakeFirst()
    : undefined
  return {
    ...knownFields,
    title,
    payment,
    min: price?.min ?? null,
    max: price?.max ?? null,
    currency_id: currency?.id ?? null,
    deadline,
    is_remote: brief.is_remote ?? true,
    is_urgent,
    skills: skills.slice(0, limits.skills.chosen),
  }
}

/** Returns a summary of the order's recognised fields, one per line. Fields that were not recognised have no line. */
function summaryLines({ person }: BotContext, brief: SpokenBrief, category: string): string[] {
  const translate = translatorFor(person.ui_language)
  const line = (key: string, value: string) => translate(`bot.brief.${key}`, { value: escapeHtml(value) })
  const { price, deadline, is_remote, is_urgent, skills } = brief
  const minor = (sum: number | null) => (sum === null ? null : Math.round(sum * 100))
  const dateStyle = { day: 'numeric', month: 'long', weekday: 'long', timeZone: 'UTC' } as const
  const remoteText = translate(is_remote === false ? 'bot.brief.no' : 'bot.brief.yes')
  return [
    translate('bot.brief.made'),
    '',
    line('title', brief.title),
    line('category', category),
    ...(price
      ? [
          line(
            'price',
            priceLine(person.ui_language, {
              // The order form has one field for a fixed price, so the summary shows a single amount instead of a
              // range.
              price: brief.payment === 'hourly' ? null : minor(price.max ?? price.min),
              min_stake: brief.payment === 'hourly' ? minor(price.min) : null,
              max_stake: brief.payment === 'hourly' ? minor(price.max) : null,
              payment_format: brief.payment,
              currency: price.code,
            }),
          ),
        ]
      : []),
    ...(deadline
      ? [line('deadline', dateFormat(dateLocale[person.ui_language], dateStyle).format(new Date(deadline)))]
      : []),
    ...(is_urgent ? [line('urgent', translate('bot.brief.yes'))] : []),
    line('remote', remoteText) + (is_remote === null ? `, ${translate('bot.brief.quiet')}` : ''),
    ...(skills.length > 0 ? [line('skills', skills.join(', '))] : []),
    '',
    translate('bot.brief.unsent'),
  ]
}

/** Returns UTC midnight of the current date in the writer's time zone. */
function startOfDay(now: Date, timeZone: string): Date {
  return new Date(dateFormat('sv', { dateStyle: 'short', timeZone }).format(now))
}
