import { generateKeyPairSync } from 'node:crypto'
import { createLimits } from '../bot-api/limits.ts'
import { createBus } from './bus.ts'
import { createClock } from './clock.ts'
import { emptyData, type WorldData } from './data.ts'
import { watchMessages } from './guide.ts'
import { addPerson } from './people.ts'
import { defaultSettings, type World, type WorldOptions } from './world.ts'

export function createWorld(options: WorldOptions, savedData?: WorldData): World {
  const clock = createClock()
  const world: World = {
    options,
    bot: {
      id: Number(options.token.split(':')[0]),
      is_bot: true,
      first_name: 'Отклик',
      username: options.username,
    },
    // Adds fields that are missing in a state file of an earlier version.
    data: { ...emptyData(), ...savedData },
    clock,
    bus: createBus(),
    limits: createLimits(clock),
    calls: [],
    faults: [],
    pending: new Map(),
    presses: new Map(),
    signing_key: generateKeyPairSync('ed25519').privateKey,
    settings: { ...defaultSettings },
  }
  populate(world)
  watchMessages(world)
  return world
}

/** Adds groups and people that are missing in the state. */
function populate(world: World) {
  const { moderators_chat_id, ops_chat_id, people } = world.options
  for (const [id, title] of [
    [moderators_chat_id, 'Модераторы'],
    [ops_chat_id, 'Служба'],
  ] as const) {
    world.data.chats[id] ??= { id, type: 'supergroup', title, members: [], has_bot: true, last_message_id: 0 }
  }
  for (const person of people) if (!world.data.people[person.id]) addPerson(world, person)
}

/** Resets the stand-in to its initial state: the same people, no messages, no webhook, an empty queue. */
export function resetWorld(world: World) {
  world.data = emptyData()
  world.calls.length = 0
  world.faults.length = 0
  world.pending.clear()
  world.presses.clear()
  world.clock.scale = 1
  world.limits.configure()
  world.settings = { ...defaultSettings }
  populate(world)
  world.bus.emit({ type: 'reset' })
}
