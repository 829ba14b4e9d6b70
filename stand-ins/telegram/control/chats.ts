import type { FastifyInstance } from 'fastify'
import { getChat } from '../state/messages.ts'
import { dropTopic } from '../state/topics.ts'
import type { Chat } from '../state/types.ts'
import type { ControlOptions } from './options.ts'

type Change = { Body: Pick<Chat, 'is_forum' | 'bot_manages_topics'>; Params: { id: string } }

export function chatRoutes(app: FastifyInstance, { world }: ControlOptions) {
  app.patch<Change>('/chats/:id', (request) => {
    const chat = Object.assign(getChat(world, Number(request.params.id)), request.body)
    world.bus.emit({ type: 'chat', chat_id: chat.id })
    return chat
  })

  app.delete<{ Params: { id: string; topic: string } }>('/chats/:id/topics/:topic', (request) => {
    const { id, topic } = request.params
    dropTopic(world, getChat(world, Number(id)), Number(topic))
    return { ok: true }
  })
}
