import type { FastifyInstance } from 'fastify'
import { commandsFor, menuButton } from '../bot-api/methods/settings.ts'
import { profiles } from '../profiles.ts'
import { isSeenBy, publicMessage } from '../state/messages.ts'
import { getPerson } from '../state/people.ts'
import type { Message } from '../state/types.ts'
import { themes } from '../themes.ts'
import type { ControlOptions } from './options.ts'

interface Search {
  chat_id?: string
  user_id?: string
  text?: string
  after?: string
  limit?: string
}
const defaultWaitMs = 5000

export function inspectionRoutes(
  app: FastifyInstance,
  { world, mainAppUrl, payments_origin }: ControlOptions,
) {
  app.get('/config', () => ({
    bot: world.bot,
    description: world.data.bot_texts['description|'] ?? '',
    moderators_chat_id: world.options.moderators_chat_id,
    ops_chat_id: world.options.ops_chat_id,
    main_app_url: mainAppUrl(),
    has_payments: payments_origin !== undefined,
    themes,
    profiles,
    settings: { ...world.settings, time_scale: world.clock.scale },
  }))

  app.get<{ Querystring: { user_id: string } }>('/chats', (request) => {
    const person = getPerson(world, Number(request.query.user_id))
    return Object.values(world.data.chats)
      .filter((chat) => chat.members.includes(person.id))
      .map((chat) => {
        const peer = chat.has_bot ? undefined : chat.members.find((id) => id !== person.id)
        const messages = (world.data.messages[chat.id] ?? []).filter((message) =>
          isSeenBy(message, person.id),
        )
        const last = messages.at(-1)
        return {
          ...chat,
          peer: peer === undefined ? undefined : world.data.people[peer],
          last_message: last && publicMessage(last),
          message_count: messages.length,
          commands: commandsFor(world, person.id, person.language_code, chat.id),
          menu_button: menuButton(world, chat.id),
        }
      })
  })

  app.get('/channels', () => Object.values(world.data.chats).filter(({ type }) => type === 'channel'))

  /** Finds messages in chronological order. `after` is a message id in the chat. */
  const search = ({ chat_id, user_id, text, after, limit }: Search): Message[] => {
    const chats = Object.values(world.data.chats).filter(
      (chat) =>
        (chat_id === undefined || chat.id === Number(chat_id)) &&
        (user_id === undefined || chat.members.includes(Number(user_id))),
    )
    const viewer = user_id === undefined ? undefined : Number(user_id)
    const matches = chats
      .flatMap((chat) => world.data.messages[chat.id] ?? [])
      .filter((message) => isSeenBy(message, viewer))
      .filter((message) => !after || message.message_id > Number(after))
      .filter((message) => !text || `${message.text ?? ''} ${message.caption ?? ''}`.includes(text))
    return matches.slice(-Number(limit ?? 1000)).map(publicMessage)
  }

  app.get<{ Querystring: Search }>('/messages', (request) => search(request.query))

  app.get<{ Querystring: Search & { timeout_ms?: string } }>('/wait', async (request, reply) => {
    const { timeout_ms, ...query } = request.query
    const firstMatch = search(query)[0]
    if (firstMatch) return firstMatch
    const laterMessage = await new Promise<Message | undefined>((resolve) => {
      const sendFound = (message?: Message) => {
        clearTimeout(timer)
        stopListening()
        resolve(message)
      }
      const timer = setTimeout(() => sendFound(), Number(timeout_ms ?? defaultWaitMs))
      const stopListening = world.bus.listen((event) => {
        if (event.type !== 'message' && event.type !== 'message_edited') return
        const message = search(query)[0]
        if (message) sendFound(message)
      })
    })
    return laterMessage ?? reply.code(404).send({ error: 'no such message came' })
  })

  app.get<{ Querystring: { method?: string; chat_id?: string; since?: string } }>('/calls', (request) => {
    const { method, chat_id, since } = request.query
    return world.calls.filter(
      (call) =>
        (!method || call.method.toLowerCase() === method.toLowerCase()) &&
        (!chat_id || String(call.params.chat_id) === chat_id) &&
        (!since || call.at >= Number(since)),
    )
  })

  app.get('/updates', () => world.data.updates)
}
