import { hasUndelivered } from '#services/support/delivery-status.ts'
import { remindOperators } from '#services/support/schedule.ts'
import { photo } from '#tests/api/files/uploads-corpus.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import type { WorkerSetup } from '#tests/workers/setup.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import {
  createAccount,
  type Message,
  moderatorInChat,
  openBot,
  type TapResult,
  waitForReply,
} from './telegram.ts'

export type DeskMessage = Message & {
  caption?: string
  photo?: unknown[]
  document?: unknown
  message_thread_id?: number
  reply_to_message?: Message
  forum_topic_created?: { name: string }
}

/** Returns the text of a message, or the caption of its photo. */
export const wordsOf = ({ text, caption }: DeskMessage) => text ?? caption ?? ''
export const buttonsOf = (message: DeskMessage) =>
  message.reply_markup?.inline_keyboard.flat().map(({ text }) => text) ?? []

/** Opens the bot with its message sender, and the operators' chat with one moderator. */
export async function openSupport() {
  const setup = await openBot()
  const { ctx, telegram } = setup
  await telegram.post('/limits', { enabled: false })
  ctx.config.TELEGRAM_RATE_SCALE = 100
  const sender = startTelegramDelivery(ctx, everyMessage)
  const ops = ctx.config.OPS_CHAT_ID
  const maria = await moderatorInChat(setup)
  await telegram.patch(`/users/${maria.telegram_id}`, { groups: ['moderators', 'ops'] })
  const bytes = await photo(400, 300).jpeg().toBuffer()
  const picture = { name: 'screen.jpg', base64: bytes.toString('base64') }

  const readMessages = (chat_id: number) => telegram.get<DeskMessage[]>(`/messages?chat_id=${chat_id}`)
  /** Waits for the bot's newest message with this text in a chat. */
  const waitForMessage = (
    chat_id: number,
    fragment: string,
    matches: (message: DeskMessage) => boolean = () => true,
  ) =>
    eventually(async () =>
      (await readMessages(chat_id)).findLast(
        (one) => one.from.is_bot && wordsOf(one).includes(fragment) && matches(one),
      ),
    )
  const countMessages = async (chat_id: number, fragment: string) =>
    (await readMessages(chat_id)).filter((one) => one.from.is_bot && wordsOf(one).includes(fragment)).length

  async function openPerson(fields: Record<string, unknown> = {}) {
    const { id } = await createAccount(setup, fields)
    const startMessage = await telegram.post<Message>(`/users/${id}/start`)
    await waitForReply(setup, id, startMessage.message_id)
    const row = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('telegram_id', '=', id)
      .executeTakeFirstOrThrow()
    const sendMessage = (body: Record<string, unknown>) => telegram.post<Message>(`/users/${id}/send`, body)
    const tapButton = (message: Message, text: string) =>
      telegram.post<TapResult>(`/users/${id}/tap`, { message_id: message.message_id, text })
    /** Sends `/support` and waits for the bot's question. */
    const startSupport = async () => {
      const { message_id } = await sendMessage({ text: '/support' })
      await eventually(async () =>
        (await readMessages(id)).some((one) => one.message_id > message_id && one.from.is_bot),
      )
    }
    const findCase = () =>
      ctx.db
        .selectFrom('support_cases')
        .selectAll()
        .where('user_id', '=', row.id)
        .orderBy('id', 'desc')
        .executeTakeFirst()
    /** Opens a support case, and waits until its first question has reached the operators. */
    const openCase = async (text: string) => {
      await startSupport()
      await sendMessage({ text })
      await waitForMessage(id, 'Передали в поддержку')
      const supportCase = await findCase()
      const case_id = supportCase?.id ?? 0
      return { case_id, card: await waitForMessage(ops, `Обращение ${case_id}, открыто`) }
    }
    return { telegram_id: id, id: row.id, sendMessage, tapButton, startSupport, findCase, openCase }
  }

  /** Replies to a message of the bot as an operator. */
  const answer = (to: Message, body: Record<string, unknown>, telegram_id = maria.telegram_id) =>
    telegram.post<Message>(`/users/${telegram_id}/send`, {
      chat_id: ops,
      reply_to_message_id: to.message_id,
      ...body,
    })
  const pressButton = ({ message_id }: Message, text: string, telegram_id = maria.telegram_id) =>
    telegram.post<TapResult>(`/users/${telegram_id}/tap`, { chat_id: ops, message_id, text })
  const chat = async () => {
    const chats = await telegram.get<
      { id: number; topics?: { message_thread_id: number; name: string; is_closed: boolean }[] }[]
    >(`/chats?user_id=${maria.telegram_id}`)
    return chats.find(({ id }) => id === ops)
  }
  const forum = (change: { is_forum: boolean; bot_manages_topics: boolean }) =>
    telegram.patch(`/chats/${ops}`, change)

  return {
    setup,
    ops,
    maria,
    picture,
    readMessages,
    waitForMessage,
    countMessages,
    openPerson,
    answer,
    pressButton,
    chat,
    forum,
    close: sender.stop,
  }
}

/**
 * Runs the job that reminds operators as if five hours had passed, and makes its messages due now. The job skips cases
 * that the sender is updating, so it is repeated until no case is due.
 */
export async function remindLater({ setup: { ctx } }: { setup: WorkerSetup }): Promise<void> {
  const laterTime = new Date(ctx.now().getTime() + 5 * 60 * 60_000)
  await eventually(async () => {
    // Only the reminder job uses the later time. The sender uses the current time.
    await remindOperators({ ...ctx, now: () => laterTime }, 100)
    const dueCases = ctx.db
      .selectFrom('support_cases')
      .select('id')
      .where('remind_at', '<=', laterTime.toISOString())
      .where((eb) => eb.or([eb('state', '=', 'open'), hasUndelivered]))
    return (await dueCases.execute()).length === 0
  })
  const dueColumns = { next_at: ctx.now().toISOString() }
  await ctx.db.updateTable('deliveries').set(dueColumns).where('state', '=', 'pending').execute()
}
