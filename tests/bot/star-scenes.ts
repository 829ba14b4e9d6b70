import { Api as BotApi } from 'grammy'
import { createBot } from '#services/bot/bot.ts'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import type { Config } from '#services/core/config/config.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { openApi } from '#tests/support/api/api.ts'
import { moneyViolations } from '#tests/support/money/money-tables.ts'
import { draftOrder } from '#tests/support/orders/order-life.ts'
import type { Person } from '#tests/support/people/people.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openControlApi } from '#tests/support/servers/stand-in-control.ts'
import { contextWith } from '#tests/workers/setup.ts'

const token = '7654321098:a-token-of-a-test-for-stars'
/** Price of an order in Stars: 2,500 roubles at 130 kopecks a Star, rounded up. */
export const price = 1924

type PaymentAnswer = { status: string; reason?: string }

export const invoiceRequest = (project_id: number, platform = 'ios') => ({
  body: { project_id, payment_type: 'project' as const, platform },
})

export type StarStage = Awaited<ReturnType<typeof openStars>>

type StarOptions = {
  receiveUpdates?: typeof pollUpdates
  /** Settings of the bot that differ from those of the API. */
  change?: (config: Config) => Promise<Partial<Config>>
}

/** Starts the product with payment in Stars and a Telegram stand-in of its own. The bot's Redis is unreachable. */
export async function openStars({ receiveUpdates = pollUpdates, change }: StarOptions = {}) {
  const desk = await startTelegram({ bot_token: token, bot_username: 'otklik_demo_bot' })
  const telegram = openControlApi(`${desk.origin}/__desk/api`)
  const api = await openApi({ BOT_TOKEN: token, BOT_API_ROOT: desk.origin, PAYMENTS_POLICY: 'store-safe' })
  const changes = await change?.(api.ctx.config)
  const app = contextWith(api.ctx, { REDIS_URL: `redis://127.0.0.1:${await freePort()}`, ...changes })
  const bot = createBot(app)
  await bot.init()
  const receiver = await receiveUpdates(app, bot)
  atEnd(async () => {
    await receiver.stop()
    await desk.close()
  })
  const { db } = api.ctx

  /** Registers a person, who already uses the API, at the Telegram stand-in with a balance of Stars. */
  async function registerInTelegram(person: Person, stars = 10_000) {
    const { id, first_name } = person.account
    await telegram.post('/users', { id, first_name, language_code: 'ru' })
    await telegram.patch(`/users/${id}`, { stars, started: true })
  }
  async function createInvoiced() {
    const { anna, order } = await draftOrder(api)
    await registerInTelegram(anna)
    const invoice = await anna.call('POST /pay/generate-payment-robokassa', invoiceRequest(order.id))
    return { anna, order, invoice, slug: new URL(invoice.payment_url).pathname.slice(2) }
  }
  const payInvoice = ({ account }: Person, slug: string) =>
    telegram.post<PaymentAnswer>(`/users/${account.id}/pay`, { slug })
  const statusOf = async (id: number) =>
    (await db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

  return {
    api,
    telegram,
    registerInTelegram,
    openInvoiced: createInvoiced,
    pay: payInvoice,
    statusOf,
    /** Creates an order and pays for it in Stars. */
    async openPaid() {
      const invoicedOrder = await createInvoiced()
      await payInvoice(invoicedOrder.anna, invoicedOrder.slug)
      await eventually(async () => (await statusOf(invoicedOrder.order.id)) === 'moderation')
      return invoicedOrder
    },
    paymentsOf: (listing_id: number) =>
      db
        .selectFrom('payments')
        .select(['state', 'amount', 'currency', 'rail'])
        .where('listing_id', '=', listing_id)
        .orderBy('id')
        .execute(),
    async starsOf({ account }: Person) {
      const users = await telegram.get<{ id: number; stars: number }[]>('/users')
      return users.find(({ id }) => id === account.id)?.stars
    },
    /** Refunds a payment in Stars directly through the Bot API, so that the product does not notice. */
    async telegramRefund({ account }: Person, charge: string): Promise<void> {
      await new BotApi(token, { apiRoot: api.ctx.config.BOT_API_ROOT }).refundStarPayment(account.id, charge)
    },
    violations: () => moneyViolations(db),
  }
}
