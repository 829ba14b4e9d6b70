import { setTimeout as wait } from 'node:timers/promises'
import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { answerPerson, closeCase, takeCase } from '#services/support/actions.ts'
import { supportPress } from '#services/support/keyboard.ts'
import { findCaseOfMessage, findCaseOfTopic, isSentMessage } from '#services/support/queries.ts'
import { forwardHeldByStaff } from '#services/support/rate-limit.ts'
import { storeCopy } from './file-copies.ts'
import { isForwardable, writtenMessage } from './support.ts'

/**
 * Handles messages and buttons in the operators' chat. A reply to a message of a support case is sent to the person of
 * the case. The buttons of a case card act on the case.
 */
export function operators(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const operatorsChat = composer.filter(({ groups }) => groups.includes('operators'))

  operatorsChat.callbackQuery(supportPress, async (ctx) => {
    const [, verb, id] = ctx.match
    const case_id = Number(id)
    const actor_id = ctx.person.id
    const refusal = await catchRefusal(() => {
      if (verb === 'take') return takeCase(app, case_id, actor_id)
      if (verb === 'more') return forwardHeldByStaff(app, case_id, actor_id)
      return closeCase(app, case_id, { by: 'staff', actor_id })
    })
    const language = ctx.person.ui_language
    const text = refusal
      ? errorText(language, refusal.code)
      : translatorFor(language)(`bot.support.done.${verb}`, { id: case_id })
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
  })

  operatorsChat.on('message', async (ctx, next) => {
    const repliedMessage = ctx.msg.reply_to_message
    // In a topic, Telegram marks every message that replies to nothing as a reply to the topic's first message. Such a
    // mark is ignored.
    if (!repliedMessage || repliedMessage.forum_topic_created || repliedMessage.from?.id !== ctx.me.id)
      return next()
    const case_id = await findCaseOfReply(app, ctx.msg, repliedMessage.message_id)
    if (!case_id) return next()
    await answerCase(app, ctx, case_id, { staff_id: ctx.person.id, language: ctx.person.ui_language })
  })
  return composer
}

/**
 * Sends an operator's message to the person of a support case. The operators are told later whether the message
 * arrived.
 * @param staff_id null for an administrator who writes anonymously
 */
export async function answerCase(
  app: Context,
  ctx: BotContext & { msg: Message },
  case_id: number | 'unknown',
  { staff_id, language }: { staff_id: number | null; language: Language },
): Promise<void> {
  const { msg } = ctx
  const refuse = async (reason: 'unknown' | 'kinds' | 'refused') => {
    const reply_parameters = { message_id: msg.message_id }
    await ctx.reply(translatorFor(language)(`bot.support.${reason}`), { reply_parameters })
  }
  if (case_id === 'unknown') return refuse('unknown')
  if (!isForwardable(msg)) return refuse('kinds')
  const refusal = await catchRefusal(async () => {
    const message_id = await answerPerson(app, { case_id, staff_id }, writtenMessage(msg))
    // A copy of the file is stored only for a known operator, because a stored file needs an owner.
    if (staff_id !== null) await storeCopy(app, ctx, msg, message_id)
  })
  if (refusal) await refuse('refused')
}

/** An operator may reply to a message before the id of that message is stored, so the search for it is repeated. */
const retries = { times: 8, ms: 250 }

/**
 * Finds the support case that an operator's reply is about.
 * @returns `unknown` if the replied message is not stored; undefined if the replied message belongs to no case
 */
export async function findCaseOfReply(
  { db }: Context,
  { chat, message_thread_id, is_topic_message }: Message,
  message_id: number,
): Promise<number | 'unknown' | undefined> {
  const topic = is_topic_message && message_thread_id
  const topicCase = topic ? await findCaseOfTopic(db, chat.id, topic) : undefined
  if (topicCase) return topicCase
  for (let times = 0; times < retries.times; times++) {
    if (await isSentMessage(db, chat.id, message_id)) return findCaseOfMessage(db, chat.id, message_id)
    await wait(retries.ms)
  }
  return 'unknown'
}
