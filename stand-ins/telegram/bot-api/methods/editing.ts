import { isDeepStrictEqual } from 'node:util'
import { unixNow } from '../../state/clock.ts'
import { emitEdited, findMessage, getChat, publicMessage, removeMessage } from '../../state/messages.ts'
import type { Message } from '../../state/types.ts'
import type { World } from '../../state/world.ts'
import { badRequest } from '../errors.ts'
import { readMarkup } from '../keyboards.ts'
import { chatOf, type Methods, ownMessage } from '../method.ts'
import { formatted, lengthOf, list, type Params, text } from '../params.ts'

export const editing: Methods = {
  editMessageText(world, params) {
    const found = findTarget(world, params)
    const { message } = found
    const body = formatted(params, 'text')
    if (!body.text) throw badRequest('message text is empty')
    if (message.text === undefined) throw badRequest('there is no text in the message to edit')
    if (lengthOf(body.text) > 4096) throw badRequest('MESSAGE_TOO_LONG')
    return applyEdit(world, params, found, { text: body.text, entities: body.entities })
  },

  editMessageCaption(world, params) {
    const found = findTarget(world, params)
    const { message } = found
    if (!message.photo && !message.document) throw badRequest('there is no caption in the message to edit')
    const { text: caption, entities } = formatted(params, 'caption')
    if (lengthOf(caption) > 1024) throw badRequest('message caption is too long')
    return applyEdit(world, params, found, { caption, caption_entities: entities })
  },

  editMessageReplyMarkup(world, params) {
    return applyEdit(world, params, findTarget(world, params), {})
  },

  deleteMessage(world, params) {
    const chat = chatOf(world, params)
    const message = ownMessage(world, params, chat, 'delete')
    if (unixNow() - message.date > 48 * 3600) throw badRequest("message can't be deleted for everyone")
    return removeMessage(world, chat.id, message.message_id)
  },

  deleteMessages(world, params) {
    const chat = chatOf(world, params)
    for (const id of list<number>(params, 'message_ids') ?? []) removeMessage(world, chat.id, Number(id))
    return true
  },
}

/** The message to edit, in a chat or sent by inline mode. */
function findTarget(world: World, params: Params) {
  const inlineId = text(params, 'inline_message_id')
  if (inlineId === undefined) {
    const chat = chatOf(world, params)
    return { chat, message: ownMessage(world, params, chat, 'edit'), isInline: false }
  }
  const place = world.data.inline_messages[inlineId]
  const message = place && findMessage(world, place.chat_id, place.message_id)
  if (!place || !message) throw badRequest('MESSAGE_ID_INVALID')
  return { chat: getChat(world, place.chat_id), message, isInline: true }
}

type Target = ReturnType<typeof findTarget>

function applyEdit(
  world: World,
  params: Params,
  { chat, message, isInline }: Target,
  part: Partial<Message>,
): Message | true {
  const { inline } = readMarkup(world, params, chat, Boolean(message.invoice))
  const next = withoutEmpty({ ...message, ...part, reply_markup: inline })
  if (isDeepStrictEqual(next, withoutEmpty(message)))
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same ' +
        'as a current content and reply markup of the message',
    )
  for (const key of Object.keys(message)) delete (message as unknown as Record<string, unknown>)[key]
  Object.assign(message, next, { edit_date: unixNow() })
  emitEdited(world, message, chat.id)
  return isInline || publicMessage(message)
}

/** Telegram does not distinguish absent from empty fields. */
function withoutEmpty(message: Message): Message {
  return Object.fromEntries(
    Object.entries(message).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && !value.length),
    ),
  ) as unknown as Message
}
