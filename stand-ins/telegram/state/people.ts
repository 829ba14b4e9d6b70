import { badRequest } from '../bot-api/errors.ts'
import type { Chat, Person, PersonInput, Sender } from './types.ts'
import type { World } from './world.ts'

export function addPerson(world: World, input: PersonInput): Person {
  const { groups, ...rest } = input
  const person: Person = {
    language_code: 'ru',
    started: false,
    blocked: false,
    deactivated: false,
    write_access: false,
    stars: 5000,
    ...rest,
    phone: (rest.phone ?? `7999${String(rest.id).slice(-7)}`).replace(/\D/g, ''),
  }
  world.data.people[person.id] = person
  ensurePrivateChat(world, person.id)
  const isStaff = /moderat|admin|модерат|админ/i.test(`${rest.role_note_en ?? ''} ${rest.role_note_ru ?? ''}`)
  setGroups(world, person.id, groups ?? (isStaff ? ['moderators', 'ops'] : []))
  world.bus.emit({ type: 'person', user_id: person.id })
  return person
}

export function setGroups(world: World, userId: number, groups: string[]) {
  const { moderators_chat_id, ops_chat_id } = world.options
  for (const [name, id] of [
    ['moderators', moderators_chat_id],
    ['ops', ops_chat_id],
  ] as const) {
    const chat = world.data.chats[id]
    if (!chat) continue
    const others = chat.members.filter((member) => member !== userId)
    chat.members = groups.includes(name) ? [...others, userId] : others
    world.bus.emit({ type: 'chat', chat_id: id })
  }
}

export function getPerson(world: World, id: number): Person {
  const person = world.data.people[id]
  if (!person) throw badRequest('user not found')
  return person
}

export function ensurePrivateChat(world: World, userId: number): Chat {
  world.data.chats[userId] ??= {
    id: userId,
    type: 'private',
    members: [userId],
    has_bot: true,
    last_message_id: 0,
  }
  return world.data.chats[userId]
}

/** Returns the chat of two people, for shared links and prepared messages. The bot does not see this chat. */
export function dialogOf(world: World, a: number, b: number): Chat {
  const dialog = Object.values(world.data.chats).find(
    (chat) => !chat.has_bot && chat.members.includes(a) && chat.members.includes(b),
  )
  if (dialog) return dialog
  const id = -2_000_000_000_000 - world.data.next_serial++
  const chat: Chat = { id, type: 'private', members: [a, b], has_bot: false, last_message_id: 0 }
  world.data.chats[id] = chat
  return chat
}

export function senderOf(person: Person): Sender {
  const { id, first_name, last_name, username, language_code, is_premium } = person
  return {
    id,
    is_bot: false,
    first_name,
    ...(last_name && { last_name }),
    ...(username && { username }),
    language_code,
    ...(is_premium && { is_premium }),
  }
}

/** The bot may write first only to people who started the bot or allowed it to write. */
export const mayWriteTo = (person: Person) => !person.blocked && (person.started || person.write_access)
