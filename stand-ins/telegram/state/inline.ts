import { bodyOfResult } from '../bot-api/inline-results.ts'
import { receiveFromPerson } from './acting.ts'
import { senderOf } from './people.ts'
import type { Chat, Message, Person } from './types.ts'
import { pushUpdate } from './updates.ts'
import { nextSerial, type World } from './world.ts'

/**
 * Sends an inline result to a chat. The bot gets `chosen_inline_result` and may edit a message with buttons.
 */
export function sendResult(
  world: World,
  person: Person,
  chat: Chat,
  result: Record<string, unknown>,
  query: string,
): Message {
  const message = receiveFromPerson(world, chat, person, { ...bodyOfResult(result), via_bot: world.bot })
  const inline_message_id = `inline${nextSerial(world)}`
  if (message.reply_markup)
    world.data.inline_messages[inline_message_id] = { chat_id: chat.id, message_id: message.message_id }
  pushUpdate(world, 'chosen_inline_result', {
    result_id: result.id,
    from: senderOf(person),
    query,
    ...(message.reply_markup && { inline_message_id }),
  })
  return message
}
