import { type Api, GrammyError } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { type CaseFacts, findCase } from './queries.ts'

const topicName = 128
const gone = /thread not found|TOPIC_ID_INVALID|TOPIC_DELETED|TOPIC_CLOSED/i
const cardGone = /message to edit not found|message can't be edited/i

/**
 * Makes the place of a case in the operators' chat: a topic of its own where the group has topics and the bot may
 * manage them, open while the case is. Elsewhere the card and what answers it are the place.
 */
export async function preparePlace(ctx: Context, api: Api, case_id: number, chat_id: number): Promise<void> {
  const found = await findCase(ctx.db, case_id)
  if (!found) return
  if (found.topic_id !== null && found.chat_id === chat_id) return setOpen(ctx, api, found, found.topic_id)
  if (found.card_id === null || found.chat_id !== chat_id) await makeTopic(ctx, api, found, chat_id)
}

async function makeTopic(
  ctx: Context,
  api: Api,
  { id, full_name }: CaseFacts,
  chat_id: number,
): Promise<void> {
  const chat = await api.getChat(chat_id)
  if (chat.type !== 'supergroup' || !chat.is_forum) return
  const name = `${id} · ${full_name}`.slice(0, topicName)
  const topic = await api.createForumTopic(chat_id, name).catch((error: unknown) => {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    // Without the right the case is a thread of replies.
    ctx.log.warn({ reason: error.description }, 'no topic for a case of the support')
    return undefined
  })
  if (!topic) return
  const { message_thread_id: topic_id } = topic
  // A card of another chat cannot be edited here, and its number may be that of another message.
  await keepPlace(ctx, id, { chat_id, topic_id, card_id: null, is_topic_closed: false })
}

async function setOpen(ctx: Context, api: Api, found: CaseFacts, topic_id: number): Promise<void> {
  const { id, chat_id, state, is_topic_closed } = found
  const isClosed = state === 'closed'
  if (chat_id === null || is_topic_closed === isClosed) return
  try {
    await (isClosed ? api.closeForumTopic(chat_id, topic_id) : api.reopenForumTopic(chat_id, topic_id))
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    if (gone.test(error.description)) return forgetTopic(ctx, id)
    if (!error.description.includes('NOT_MODIFIED'))
      ctx.log.warn({ reason: error.description }, 'a topic of the support stays as it is')
  }
  await keepPlace(ctx, id, { is_topic_closed: isClosed })
}

/** What an operator has deleted is made anew. @returns whether it was that */
export async function findAnotherPlace(ctx: Context, case_id: number, description: string): Promise<boolean> {
  if (gone.test(description)) {
    const found = await findCase(ctx.db, case_id)
    // Without a topic of its own it is the group that takes nothing.
    if (!found?.topic_id) return false
    await forgetTopic(ctx, case_id)
    return true
  }
  if (!cardGone.test(description)) return false
  await keepPlace(ctx, case_id, { card_id: null })
  return true
}

async function forgetTopic(ctx: Context, id: number): Promise<void> {
  await keepPlace(ctx, id, { topic_id: null, card_id: null, is_topic_closed: false })
}

type Place = Partial<Pick<CaseFacts, 'chat_id' | 'card_id' | 'topic_id' | 'is_topic_closed'>>

async function keepPlace({ db }: Context, id: number, place: Place): Promise<void> {
  await db.updateTable('support_cases').set(place).where('id', '=', id).execute()
}
