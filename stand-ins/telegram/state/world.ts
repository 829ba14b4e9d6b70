import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createLimits, type Limits } from '../bot-api/limits.ts'
import { type Bus, createBus } from './bus.ts'
import { type Clock, createClock } from './clock.ts'
import { emptyData, type WorldData } from './data.ts'
import { addPerson, type PersonInput } from './people.ts'
import type { Sender } from './types.ts'

export interface WorldOptions {
  token: string
  username: string
  bot_name: string
  people: PersonInput[]
  moderators_chat_id: number
  ops_chat_id: number
}

/** One call of the bot, kept for tests and for the event log. */
export interface RecordedCall {
  at: number
  method: string
  params: Record<string, unknown>
  ok: boolean
  error_code?: number
  description?: string
  result?: unknown
}

/** An order to misbehave; see control.ts for the meaning of each field. */
export interface Fault {
  id: number
  method: string
  match?: string
  skip: number
  times: number
  error_code?: number
  description?: string
  retry_after?: number
  delay_ms: number
  drop?: 'before' | 'after'
  execute: boolean
}

/** A question to the bot that waits for its answer: a button press, a checkout, an inline query. */
export interface PendingQuery {
  kind: 'callback' | 'pre_checkout' | 'inline' | 'web_app'
  user_id: number
  asked_at: number
  answer?: Record<string, unknown>
  settle: (answer: Record<string, unknown>) => void
}

export interface World {
  options: WorldOptions
  bot: Sender
  data: WorldData
  clock: Clock
  bus: Bus
  limits: Limits
  calls: RecordedCall[]
  faults: Fault[]
  pending: Map<string, PendingQuery>
  /** Signs the third-party `signature` of launch data. */
  signing_key: KeyObject
  /** With privacy on, the bot sees only commands, replies to it and mentions in groups, as by default in life. */
  settings: { privacy: boolean; strict_urls: boolean; callback_ttl_ms: number; paid_event_first: boolean }
}

export const defaultSettings = {
  privacy: true,
  strict_urls: false,
  callback_ttl_ms: 15_000,
  paid_event_first: false,
}

export function createWorld(options: WorldOptions, saved?: WorldData): World {
  const clock = createClock()
  const world: World = {
    options,
    bot: {
      id: Number(options.token.split(':')[0]),
      is_bot: true,
      first_name: 'Отклик',
      username: options.username,
    },
    // A state of an earlier version lacks what was added since.
    data: { ...emptyData(), ...saved },
    clock,
    bus: createBus(),
    limits: createLimits(clock),
    calls: [],
    faults: [],
    pending: new Map(),
    signing_key: generateKeyPairSync('ed25519').privateKey,
    settings: { ...defaultSettings },
  }
  populate(world)
  return world
}

/** Adds the groups and the people that are not there yet. */
export function populate(world: World) {
  const { moderators_chat_id, ops_chat_id, people } = world.options
  for (const [id, title] of [
    [moderators_chat_id, 'Модераторы'],
    [ops_chat_id, 'Служба'],
  ] as const) {
    world.data.chats[id] ??= { id, type: 'supergroup', title, members: [], has_bot: true, last_message_id: 0 }
  }
  for (const person of people) if (!world.data.people[person.id]) addPerson(world, person)
}

/** A number for names of queries, files and slugs: unique and the same in every run. */
export function serial(world: World): number {
  return world.data.next_serial++
}

/** Back to the first second: the same people, nothing said. The webhook and the queue go too. */
export function resetWorld(world: World) {
  world.data = emptyData()
  world.calls.length = 0
  world.faults.length = 0
  world.pending.clear()
  world.clock.scale = 1
  world.limits.configure()
  world.settings = { ...defaultSettings }
  populate(world)
  world.bus.emit({ type: 'reset' })
}
