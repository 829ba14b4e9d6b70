import { appendMessage, findQuoted, type MessageBody, publicMessage } from '../../state/messages.ts'
import { topicOf } from '../../state/topics.ts'
import type { Chat, Message } from '../../state/types.ts'
import type { World } from '../../state/world.ts'
import { readEffect } from '../effects.ts'
import { sendEphemeral } from '../ephemeral.ts'
import { badRequest } from '../errors.ts'
import { takeFile } from '../files.ts'
import { readMarkup } from '../keyboards.ts'
import { chatOf, checkMayWrite, type Methods } from '../method.ts'
import { lengthOf, number, type Params, readFlag, readFormattedText, readObject, text } from '../params.ts'

export const sending: Methods = {
  sendMessage(world, params) {
    const chat = chatOf(world, params)
    const body = readFormattedText(params, 'text')
    if (!body.text) throw badRequest('message text is empty')
    if (lengthOf(body.text) > 4096) throw badRequest('message is too long')
    const preview = readObject<object>(params, 'link_preview_options')
    return sendToChat(world, chat, params, {
      text: body.text,
      ...(body.entities.length && { entities: body.entities }),
      ...(preview && { link_preview_options: preview }),
    })
  },

  sendPhoto(world, params) {
    const chat = chatOf(world, params)
    const caption = captionOf(params)
    const file = takeFile(world, params, 'photo')
    const size = { ...file.ref, width: 1280, height: 720 }
    return sendToChat(world, chat, params, { photo: [size], ...caption })
  },

  sendDocument(world, params) {
    const chat = chatOf(world, params)
    const caption = captionOf(params)
    return sendToChat(world, chat, params, { document: takeFile(world, params, 'document').ref, ...caption })
  },

  copyMessage(world, params) {
    const chat = chatOf(world, params)
    const from = chatOf(world, params, 'from_chat_id')
    const source = findQuoted(world, from.id, number(params, 'message_id'))
    if (!source) throw badRequest('message to copy not found')
    const { text: sourceText, entities, caption, caption_entities, photo, document } = source
    const copy = sendToChat(world, chat, params, {
      text: sourceText,
      entities,
      caption,
      caption_entities,
      photo,
      document,
    })
    return { message_id: copy.message_id }
  },

  sendChatAction(world, params) {
    const chat = chatOf(world, params)
    checkMayWrite(world, chat)
    const action = text(params, 'action')
    if (!action) throw badRequest('wrong parameter action in request')
    world.bus.emit({ type: 'chat_action', chat_id: chat.id, action })
    return true
  },
}

function captionOf(params: Params): Pick<MessageBody, 'caption' | 'caption_entities'> {
  const { text: caption, entities } = readFormattedText(params, 'caption')
  if (lengthOf(caption) > 1024) throw badRequest('message caption is too long')
  return { ...(caption && { caption }), ...(entities.length && { caption_entities: entities }) }
}

/** Validates the keyboard, the permission to write and the rate limits, in this order. Then sends the message. */
export function sendToChat(world: World, chat: Chat, params: Params, body: MessageBody): Message {
  const ephemeral = sendEphemeral(world, chat, params, body)
  if (ephemeral) return ephemeral
  const effect = readEffect(params, chat)
  const markup = readMarkup(world, params, chat, Boolean(body.invoice))
  checkMayWrite(world, chat)
  const reply = readObject<{ message_id: number; allow_sending_without_reply?: boolean }>(
    params,
    'reply_parameters',
  )
  const quote = findQuoted(world, chat.id, reply?.message_id ?? number(params, 'reply_to_message_id'))
  if (
    reply &&
    !quote &&
    !reply.allow_sending_without_reply &&
    !readFlag(params, 'allow_sending_without_reply')
  )
    throw badRequest('message to be replied not found')
  const topic = topicOf(world, chat, number(params, 'message_thread_id'), quote, 'bot')
  world.limits.takeToken(chat.id)
  const inline = body.invoice && !markup.inline ? payButton(body.invoice) : markup.inline
  const message = appendMessage(world, chat, world.bot, {
    ...body,
    ...effect,
    ...topic,
    ...(quote && { reply_to_message: quote }),
    ...(inline && { reply_markup: inline }),
  })
  if (markup.reply || markup.remove || markup.force_reply) {
    if (!markup.force_reply) chat.keyboard = markup.reply
    chat.reply_asked = markup.force_reply ? message.message_id : undefined
    world.bus.emit({ type: 'chat', chat_id: chat.id })
  }
  return publicMessage(message)
}

const payButton = (invoice: NonNullable<Message['invoice']>) => ({
  inline_keyboard: [[{ text: `Pay ${invoice.total_amount} ${invoice.currency}`, pay: true }]],
})
