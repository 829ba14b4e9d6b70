import { type Api, GrammyError } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { type CaseFacts, findCase } from './queries.ts'

const maxTopicName = 128
const topicGone = /thread not found|TOPIC_ID_INVALID|TOPIC_DELETED|TOPIC_CLOSED/i
const cardGone = /message to edit not found|message can't be edited/i

/**
 * Creates or updates the forum topic of a case, if the group has topics and the bot may manage them. The topic is open
 * while the case is open. In a group without topics, messages are sent as replies to the case card.
 */
export async function prepareTopic(ctx: Context, api: Api, case_id: number, chat_id: number): Promise<void> {
  const supportCase = await findCase(ctx.db, case_id)
  if (!supportCase) return
  if (supportCase.topic_id !== null && supportCase.chat_id === chat_id)
    return setOpen(ctx, api, supportCase, supportCase.topic_id)
  if (supportCase.card_id === null || supportCase.chat_id !== chat_id)
    await createTopic(ctx, api, supportCase, chat_id)
}

async function createTopic(
  ctx: Context,
  api: Api,
  { id, full_name }: CaseFacts,
  chat_id: number,
): Promise<void> {
  const chat = await api.getChat(chat_id)
  if (chat.type !== 'supergroup' || !chat.is_forum) return
  const name = `${id} · ${full_name}`.slice(0, maxTopicName)
  const topic = await api.createForumTopic(chat_id, name).catch((error: unknown) => {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    // If the bot may not manage topics, the case has no topic. Messages of the case are then sent as replies to its
    // card.
    ctx.log.warn({ reason: error.description }, 'no topic for a case of the support')
    return undefined
  })
  if (!topic) return
  const { message_thread_id: topic_id } = topic
  // The id of the old card is deleted. A card in another chat cannot be edited in this chat, and its id may belong to
  // another message here.
  await storeLocation(ctx, id, { chat_id, topic_id, card_id: null, is_topic_closed: false })
}

async function setOpen(ctx: Context, api: Api, supportCase: CaseFacts, topic_id: number): Promise<void> {
  const { id, chat_id, state, is_topic_closed } = supportCase
  const isClosed = state === 'closed'
  if (chat_id === null || is_topic_closed === isClosed) return
  try {
    await (isClosed ? api.closeForumTopic(chat_id, topic_id) : api.reopenForumTopic(chat_id, topic_id))
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    if (topicGone.test(error.description)) return forgetTopic(ctx, id)
    if (!error.description.includes('NOT_MODIFIED'))
      ctx.log.warn({ reason: error.description }, 'a topic of the support stays as it is')
  }
  await storeLocation(ctx, id, { is_topic_closed: isClosed })
}

/**
 * Handles a refused message: if an operator has deleted the topic or the card of the case, its id is deleted, so that
 * it is created again.
 * @returns true if the topic or card was deleted
 */
export async function handleRefusal(ctx: Context, case_id: number, description: string): Promise<boolean> {
  if (topicGone.test(description)) {
    const supportCase = await findCase(ctx.db, case_id)
    // If the case has no topic, the error means that the whole group refuses messages.
    if (!supportCase?.topic_id) return false
    await forgetTopic(ctx, case_id)
    return true
  }
  if (!cardGone.test(description)) return false
  await storeLocation(ctx, case_id, { card_id: null })
  return true
}

async function forgetTopic(ctx: Context, id: number): Promise<void> {
  await storeLocation(ctx, id, { topic_id: null, card_id: null, is_topic_closed: false })
}

type CaseLocation = Partial<Pick<CaseFacts, 'chat_id' | 'card_id' | 'topic_id' | 'is_topic_closed'>>

async function storeLocation({ db }: Context, id: number, place: CaseLocation): Promise<void> {
  await db.updateTable('support_cases').set(place).where('id', '=', id).execute()
}
