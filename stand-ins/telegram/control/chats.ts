import type { FastifyInstance } from 'fastify'
import { anonymousAdministrator, createChannel, migrate, setBotStatus } from '../state/groups.ts'
import { appendMessage, findMessage, getChat, removeMessage } from '../state/messages.ts'
import { dropTopic } from '../state/topics.ts'
import type { BotStatus, ChannelRights, Chat, Message } from '../state/types.ts'
import type { ControlOptions } from './options.ts'

type ForChat<Body> = { Body: Body; Params: { id: string } }
type Change = ForChat<
  Partial<Pick<Chat, 'type' | 'title' | 'is_forum' | 'bot_manages_topics' | 'is_general_closed'>> & {
    /** null makes a public channel private. Telegram tells a bot neither of a new name nor of a new user name. */
    username?: string | null
  }
>

export function chatRoutes(app: FastifyInstance, { world }: ControlOptions) {
  app.patch<Change>('/chats/:id', (request) => {
    const chat = Object.assign(getChat(world, Number(request.params.id)), request.body)
    world.bus.emit({ type: 'chat', chat_id: chat.id })
    return chat
  })

  app.post<ForChat<{ is_member?: boolean; is_told?: boolean } | null>>('/chats/:id/migrate', (request) => {
    const { is_member: isMember, is_told: isTold } = request.body ?? {}
    return migrate(world, getChat(world, Number(request.params.id)), { isMember, isTold })
  })

  app.post<ForChat<{ status: BotStatus; rights?: Partial<ChannelRights> }>>('/chats/:id/bot', (request) => {
    const chat = getChat(world, Number(request.params.id))
    setBotStatus(world, chat, request.body.status, request.body.rights)
    return chat
  })

  app.post<{ Body: { title: string; username?: string; members?: number[] } }>('/channels', (request) =>
    createChannel(world, request.body),
  )

  // A channel that its owner deletes is a chat that Telegram no longer knows.
  app.delete<{ Params: { id: string } }>('/chats/:id', (request) => {
    const { id } = getChat(world, Number(request.params.id))
    delete world.data.chats[id]
    world.bus.emit({ type: 'chat', chat_id: id })
    return { ok: true }
  })

  // An administrator of a channel posts by hand.
  app.post<ForChat<{ text: string }>>('/chats/:id/posts', (request) =>
    appendMessage(world, getChat(world, Number(request.params.id)), anonymousAdministrator, request.body),
  )

  // An administrator of a channel edits a post by hand, or time passes since it was sent.
  app.patch<{ Params: { id: string; message: string }; Body: Partial<Pick<Message, 'text' | 'date'>> }>(
    '/chats/:id/messages/:message',
    (request, reply) => {
      const { id, message } = request.params
      const found = findMessage(world, Number(id), Number(message))
      if (!found) return reply.code(404).send({})
      return Object.assign(found, request.body)
    },
  )

  app.delete<{ Params: { id: string; message: string } }>('/chats/:id/messages/:message', (request) => ({
    ok: removeMessage(world, Number(request.params.id), Number(request.params.message)),
  }))

  app.delete<{ Params: { id: string; topic: string } }>('/chats/:id/topics/:topic', (request) => {
    const { id, topic } = request.params
    dropTopic(world, getChat(world, Number(id)), Number(topic))
    return { ok: true }
  })
}
