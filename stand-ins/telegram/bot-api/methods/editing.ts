import { isDeepStrictEqual } from 'node:util'
import { unixNow } from '../../state/clock.ts'
import { emitEdited, findMessage, getChat, publicMessage, removeMessage } from '../../state/messages.ts'
import type { Message } from '../../state/types.ts'
import type { World } from '../../state/world.ts'
import { badRequest } from '../errors.ts'
import { readMarkup } from '../keyboards.ts'
import { chatOf, type Methods, ownMessage } from '../method.ts'
import { lengthOf, list, type Params, readFormattedText, text } from '../params.ts'

export const editing: Methods = {
  editMessageText(world, params) {
    const target = findTarget(world, params)
    const { message } = target
    const body = readFormattedText(params, 'text')
    if (!body.text) throw badRequest('message text is empty')
    if (message.text === undefined) throw badRequest('there is no text in the message to edit')
    if (lengthOf(body.text) > 4096) throw badRequest('MESSAGE_TOO_LONG')
    return applyEdit(world, params, target, { text: body.text, entities: body.entities })
  },

  editMessageCaption(world, params) {
    const target = findTarget(world, params)
    const { message } = target
    if (!message.photo && !message.document) throw badRequest('there is no caption in the message to edit')
    const { text: caption, entities } = readFormattedText(params, 'caption')
    if (lengthOf(caption) > 1024) throw badRequest('message caption is too long')
    return applyEdit(world, params, target, { caption, caption_entities: entities })
  },

  editMessageReplyMarkup(world, params) {
    return applyEdit(world, params, findTarget(world, params), {})
  },

  deleteMessage(world, params) {
    const chat = chatOf(world, params)
    const message = ownMessage(world, params, chat, 'delete')
    if (chat.type !== 'channel' && unixNow() - message.date > 48 * 3600)
      throw badRequest("message can't be deleted for everyone")
    return removeMessage(world, chat.id, message.message_id)
  },

  deleteMessages(world, params) {
    const chat = chatOf(world, params)
    for (const id of list<number>(params, 'message_ids') ?? []) removeMessage(world, chat.id, Number(id))
    return true
  },
}

/** Finds the bot's message to edit. It is in a chat or was sent by inline mode. */
function findTarget(world: World, params: Params) {
  const inlineId = text(params, 'inline_message_id')
  if (inlineId === undefined) {
    const chat = chatOf(world, params)
    return { chat, message: ownMessage(world, params, chat, 'edit'), isInline: false }
  }
  const position = world.data.inline_messages[inlineId]
  const message = position && findMessage(world, position.chat_id, position.message_id)
  if (!position || !message) throw badRequest('MESSAGE_ID_INVALID')
  return { chat: getChat(world, position.chat_id), message, isInline: true }
}

type Target = ReturnType<typeof findTarget>

function applyEdit(
  world: World,
  params: Params,
  { chat, message, isInline }: Target,
  change: Partial<Message>,
): Message | true {
  const { inline } = readMarkup(world, params, chat, Boolean(message.invoice))
  const editedMessage = withoutEmpty({ ...message, ...change, reply_markup: inline })
  if (isDeepStrictEqual(editedMessage, withoutEmpty(message)))
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same ' +
        'as a current content and reply markup of the message',
    )
  // Edits in a channel count towards its limit like new posts.
  if (chat.type === 'channel') world.limits.takeToken(chat.id)
  for (const key of Object.keys(message)) delete (message as unknown as Record<string, unknown>)[key]
  Object.assign(message, editedMessage, { edit_date: unixNow() })
  emitEdited(world, message, chat.id)
  return isInline || publicMessage(message)
}

/** Telegram treats a field without a value and an empty list as equal. */
function withoutEmpty(message: Message): Message {
  return Object.fromEntries(
    Object.entries(message).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && !value.length),
    ),
  ) as unknown as Message
}
