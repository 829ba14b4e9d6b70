import { createBot } from '#services/bot/bot.ts'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import type { Log } from '#services/core/observability/log.ts'
import { openTask } from '#services/moderation/queue/queue.ts'
import { introduce } from '#services/notifications/telegram/introduction.ts'
import { upsertUser } from '#services/users/account/accounts.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { setUpWorkers, type WorkerSetup } from '#tests/workers/setup.ts'

type Button = { text: string; url?: string; callback_data?: string; web_app?: { url: string } }

export type Message = {
  message_id: number
  text?: string
  from: { id: number; is_bot: boolean }
  chat: { id: number }
  reply_markup?: { inline_keyboard: Button[][] }
}

export type TapResult = { kind: string; url?: string; answer?: { text: string; show_alert?: boolean } }

/** The bot runs inside the test and polls a Telegram stand-in of its own. */
export async function openBot(log?: Log) {
  const setup = await setUpWorkers(log)
  const bot = createBot(setup.ctx)
  await bot.init()
  await introduce(setup.ctx, bot.api)
  const polling = await pollUpdates(setup.ctx, bot)
  atEnd(() => polling.stop())
  return { ...setup, bot, polling }
}

// One test may also use the people of tests/support/people/people.ts, so these Telegram ids are in another range.
let people = 7_000_250_000

/** Creates a Telegram account that has not used the product yet. */
export async function createAccount(
  { telegram }: Pick<WorkerSetup, 'telegram'>,
  fields: Record<string, unknown> = {},
) {
  const id = ++people
  const phone = `+7999${String(id).slice(-7)}`
  await telegram.post('/users', { id, first_name: 'Анна', language_code: 'ru', phone, ...fields })
  return { id, phone }
}

/** Creates a moderator who is a member of the moderators' chat. */
export async function moderatorInChat(setup: WorkerSetup) {
  const { id: telegram_id } = await createAccount(setup, { groups: ['moderators'] })
  const { id } = await upsertUser(setup.ctx, { id: telegram_id, first_name: 'Мария' })
  await setup.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', id).execute()
  return { id, telegram_id }
}

/** Creates a paid order of a new author that has just entered moderation. */
export async function submittedOrder(
  { ctx }: WorkerSetup,
  columns: { title?: string; subtitle?: string } = {},
) {
  const author = await upsertUser(ctx, {
    id: ++people,
    first_name: 'Игорь',
    username: `author_${people}`,
  })
  return ctx.db.transaction().execute(async (tx) => {
    const { id: listing_id } = await tx
      .insertInto('listings')
      .values({
        kind: 'order',
        author_id: author.id,
        status: 'moderation',
        title: columns.title ?? 'Логотип для кофейни',
        price: 250_000,
        payment_format: 'fixed',
        content_hash: crypto.randomUUID(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const subtitle = columns.subtitle ?? 'Нужен знак и подпись, три варианта'
    await tx.insertInto('orders').values({ listing_id, subtitle }).execute()
    await openTask(ctx, tx, listing_id)
    const task = await tx
      .selectFrom('moderation_tasks')
      .select('id')
      .where('listing_id', '=', listing_id)
      .executeTakeFirstOrThrow()
    return { listing_id, task_id: task.id, author }
  })
}

/**
 * Presses a button in a group. If the bot refuses, it sends a message that only the presser sees. The function returns
 * this message like the alert of a press.
 */
export async function pressInGroup(
  { telegram }: Pick<WorkerSetup, 'telegram'>,
  telegram_id: number,
  button: { chat_id: number; message_id: number; text: string },
): Promise<TapResult> {
  const readVisible = () =>
    telegram.get<(Message & { ephemeral_message_id?: number })[]>(
      `/messages?chat_id=${button.chat_id}&user_id=${telegram_id}`,
    )
  const ephemeralOf = (messages: Awaited<ReturnType<typeof readVisible>>) =>
    messages.filter((one) => one.ephemeral_message_id)
  const countBefore = ephemeralOf(await readVisible()).length
  const result = await telegram.post<TapResult>(`/users/${telegram_id}/tap`, button)
  const [refusal] = ephemeralOf(await readVisible()).slice(countBefore)
  return refusal ? { ...result, answer: { text: refusal.text ?? '', show_alert: true } } : result
}

/** Waits for the bot's newest message in a private chat that is newer than the message `afterId`. */
export async function waitForReply(
  { telegram }: Pick<WorkerSetup, 'telegram'>,
  chat_id: number,
  afterId: number,
): Promise<Message> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const messages = await telegram.get<Message[]>(`/messages?chat_id=${chat_id}&after=${afterId}`)
    const reply = messages.findLast((message) => message.from.is_bot)
    if (reply) return reply
    if (Date.now() > deadline) throw new Error(`the bot said nothing in ${chat_id}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
