import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import type { MessageKinds, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { paid } from '#services/notifications/price.ts'
import { categoryName } from '#services/payments/invoices/tariff-changes.ts'
import type { ActName, ConfirmedActs } from './confirmed-acts.ts'

/**
 * Description of an act in the confirmation question: suffix of the text key `bot.confirm.about.<key>`, and the text's
 * parameters.
 */
type About = { textKey: string; values: Record<string, unknown> }
type Language = Recipient['language']

const describe: {
  [A in ActName]: (db: Db, input: ConfirmedActs[A], language: Language) => Promise<About>
} = {
  async 'payment.compensate'(db, { payment_id, how, reason }, language) {
    const { amount, currency, full_name } = await db
      .selectFrom('payments as payment')
      .innerJoin('users as payer', 'payer.id', 'payment.payer_id')
      .select(['payment.amount', 'payment.currency', 'payer.full_name'])
      .where('payment.id', '=', payment_id)
      .executeTakeFirstOrThrow()
    const values = { id: payment_id, amount: paid(language, amount, currency), name: full_name, reason }
    return { textKey: how, values }
  },
  async 'case.finish'(db, { case_id, act, reason }, language) {
    const { amount, currency, full_name } = await db
      .selectFrom('payment_cases')
      .leftJoin('payments as payment', 'payment.id', 'payment_cases.payment_id')
      .leftJoin('users as payer', 'payer.id', 'payment.payer_id')
      .select('payer.full_name')
      .select((eb) => [
        sql<number>`coalesce((details ->> 'received')::bigint, payment.amount, 0)::float8`.as('amount'),
        eb.fn
          .coalesce(sql<string>`details ->> 'currency'`, 'payment.currency', sql<string>`'RUB'`)
          .as('currency'),
      ])
      .where('payment_cases.id', '=', case_id)
      .executeTakeFirstOrThrow()
    const values = { id: case_id, amount: paid(language, amount, currency), name: full_name ?? '–', reason }
    return { textKey: `case.${act}`, values }
  },
  async 'tariff.set'(db, { product, category_id, period_days, amount, valid_from }, language) {
    const translate = translatorFor(language)
    const values = {
      amount: paid(language, amount, 'RUB'),
      category: (await categoryName(db, category_id, language)) ?? translate('bot.confirm.allCategories'),
      days: period_days,
      from: valid_from ?? translate('bot.confirm.atOnce'),
    }
    return { textKey: `tariff.${product}`, values }
  },
  async 'user.role'(db, { user_id, role }) {
    return { textKey: `role.${role}`, values: { id: user_id, name: await nameOf(db, user_id) } }
  },
  async 'user.delete'(db, { user_id, force }) {
    const key = force ? 'delete.force' : 'delete'
    return { textKey: key, values: { id: user_id, name: await nameOf(db, user_id) } }
  },
}

/** Returns the function that describes a stored act from its stored input. */
function describeStored(act: string) {
  type Describe = (db: Db, input: Record<string, unknown>, language: Language) => Promise<About>
  return describe[act as ActName] as unknown as Describe
}

async function nameOf(db: Db, user_id: number): Promise<string> {
  const person = await db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return person.full_name
}

/** Renders the confirmation question. A pending question has two buttons; a decided one shows its result. */
export async function renderConfirmation(
  ctx: Context,
  id: number,
  language: Language,
): Promise<(Outgoing & { is_open: boolean }) | null> {
  const confirmation = await ctx.db
    .selectFrom('staff_confirmations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!confirmation) return null
  const translate = (key: string, values: Record<string, unknown> = {}) =>
    escapeHtml(translatorFor(language)(`bot.confirm.${key}`, values))
  const description = await describeStored(confirmation.act)(ctx.db, confirmation.input, language)
  const text = `<b>${translate('title')}</b>\n${translate(`about.${description.textKey}`, description.values)}`
  const isLate =
    confirmation.state === 'pending' && Date.parse(confirmation.expires_at) <= ctx.now().getTime()
  if (confirmation.state === 'pending' && !isLate)
    return {
      text: `${text}\n\n${translate('hint')}`,
      keyboard: [
        (['confirm', 'decline'] as const).map((verb) => ({
          text: translatorFor(language)(`bot.confirm.button.${verb}`),
          callback_data: `v1:${verb}:${id}`,
          style: verb === 'confirm' ? ('success' as const) : ('danger' as const),
        })),
      ],
      is_open: true,
    }
  const end = translate(`end.${isLate ? 'expired' : confirmation.state}`)
  const reason = confirmation.error
    ? `\n${escapeHtml(errorText(language, confirmation.error as ErrorCode))}`
    : ''
  return { text: `${text}\n\n<b>${end}</b>${reason}`, keyboard: [], is_open: false }
}

/** Sends the confirmation question to the admin's own chat, unless the confirmation has expired. */
export const confirmationMessages: Pick<MessageKinds, 'staff_confirmation'> = {
  staff_confirmation: {
    async compose(ctx, { confirmation_id }, { language }) {
      const question = await renderConfirmation(ctx, confirmation_id, language)
      return question?.is_open ? question : null
    },
  },
}
