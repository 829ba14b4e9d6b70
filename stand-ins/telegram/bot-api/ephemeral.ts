import { appendEphemeral, type MessageBody } from '../state/messages.ts'
import { senderOf } from '../state/people.ts'
import type { Chat, Message } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { badRequest } from './errors.ts'
import { type Params, readObject } from './params.ts'

interface EphemeralParameters {
  receiver_user_id?: number
  callback_query_id?: string
  replace_callback_query_message?: boolean
}

/** Milliseconds after a button press within which the bot may answer with an ephemeral message. */
const pressMs = 15_000

/**
 * Sends an ephemeral message to a group. Only the person who pressed a button sees it. A bot that is not an
 * administrator may send it only after a button press. Buttons and replacing a message are not implemented.
 */
export function sendEphemeral(
  world: World,
  chat: Chat,
  params: Params,
  body: MessageBody,
): Message | undefined {
  const parameters = readObject<EphemeralParameters>(params, 'ephemeral_message_parameters')
  if (!parameters) return undefined
  if (chat.type === 'private') throw badRequest('BOT_NOT_ADMIN')
  const receiver = world.data.people[parameters.receiver_user_id ?? 0]
  if (!receiver || !chat.members.includes(receiver.id)) throw badRequest('USER_NOT_PARTICIPANT')
  if (!parameters.callback_query_id) throw badRequest('BOT_NOT_ADMIN')
  const pressRecord = world.presses.get(parameters.callback_query_id)
  const isFresh = pressRecord && world.clock.now() - pressRecord.asked_at <= pressMs
  if (!isFresh || pressRecord.user_id !== receiver.id || pressRecord.chat_id !== chat.id)
    throw badRequest('query is too old and response timeout expired or query ID is invalid')
  if (params.values.reply_markup || parameters.replace_callback_query_message)
    throw badRequest('REPLY_MARKUP_INVALID')
  world.limits.takeToken(chat.id)
  return appendEphemeral(world, chat, senderOf(receiver), body)
}
