import { expect } from 'vitest'
import type { Step, World } from './step.ts'

const room = (world: World) => world.room as number
const checkStep = (is_created: boolean): Step => ({
  call: 'POST /api/app/check_invoice_exists',
  as: 'anna',
  body: (world) => ({
    user_id_1: world.anna,
    user_id_2: world.boris,
    entity_type: 'project',
    entity_id: world.order,
  }),
  answer: { is_created },
})

/** Steps of a chat. Anna has chosen Boris and writes to him. Then Boris writes to Anna outside the order. */
export const talkSteps: Step[] = [
  checkStep(true),
  {
    call: 'POST /chat/create_room',
    as: 'anna',
    body: (world) => ({
      user1_id: world.anna,
      user2_id: world.boris,
      project_id: world.order,
      vacancy_id: null,
      other_chat: false,
      project_chat: true,
      vacancy_chat: false,
    }),
    answer: { id: expect.any(Number), kind: 'project', last_message: null },
    keep: { room: 'id' },
  },
  {
    call: 'POST /chat/send_msg',
    as: 'anna',
    body: (world) => ({ content: 'Здравствуйте! Когда начнём?', sender_id: world.anna, room_id: world.room }),
    answer: (world: World) => ({ content: 'Здравствуйте! Когда начнём?', sender_id: world.anna }),
    keep: { message: 'id' },
    effect: { read: (world) => `/chat/room_msgs/${world.room}`, as: 'boris', expected: [{ is_read: false }] },
  },
  {
    call: 'GET /chat/user_rooms/{id}',
    as: 'boris',
    id: (world) => world.boris,
    answer: (world: World) =>
      expect.arrayContaining([
        expect.objectContaining({ id: world.room, unread_count: 1, is_archived: false }),
      ]),
  },
  {
    call: 'POST /chat/msg_read',
    as: 'boris',
    query: (world) => ({ msg_id: world.message }),
    answer: { ok: true },
    effect: { read: (world) => `/chat/room_msgs/${world.room}`, as: 'anna', expected: [{ is_read: true }] },
  },
  {
    call: 'GET /chat/room_msgs/{id}',
    as: 'boris',
    id: room,
    answer: [{ content: 'Здравствуйте! Когда начнём?', is_read: true }],
  },
  {
    call: 'POST /chat/user_token',
    as: 'boris',
    body: (world) => ({ user_id: world.boris, room_id: world.room }),
    answer: { token: expect.any(String) },
  },
  {
    call: 'POST /chat/archive_room',
    as: 'boris',
    query: (world) => ({ room_id: world.room }),
    answer: { ok: true },
    effect: {
      read: (world) => `/chat/user_rooms/${world.boris}`,
      expected: (world: World) =>
        expect.arrayContaining([expect.objectContaining({ id: world.room, is_archived: true })]),
    },
  },
  {
    call: 'POST /chat/create_room',
    as: 'boris',
    body: (world) => ({
      user1_id: world.boris,
      user2_id: world.anna,
      project_id: 0,
      vacancy_id: 0,
      other_chat: true,
      project_chat: false,
      vacancy_chat: false,
    }),
    answer: { kind: 'other', listing: null },
  },
]

function favorites(kind: 'project' | 'vacancy', item: string, list: string): Step[] {
  const body = (world: World) => ({ [`${kind}_id`]: world[item], author_id: world.anna })
  const readRoom = {
    read: (world: World) =>
      `${kind === 'project' ? '/api/projects' : '/api/vacancy'}/${world[item]}/full_info`,
  }
  const listStep = (isFound: boolean): Step => ({
    call: `POST /favorites/get_${list}`,
    as: 'boris',
    body: (world) => ({ author_id: world.boris }),
    answer: (world: World) => (isFound ? [{ id: world[item], is_favorite: true }] : []),
  })
  return [
    {
      call: `POST /favorites/add_${kind}`,
      as: 'boris',
      body,
      answer: { ok: true },
      effect: { ...readRoom, expected: { is_favorite: true } },
    },
    listStep(true),
    {
      call: `DELETE /favorites/delete_${kind}`,
      as: 'boris',
      body,
      answer: { ok: true },
      effect: { ...readRoom, expected: { is_favorite: false } },
    },
    listStep(false),
  ]
}

export const favoriteSteps: Step[] = [
  ...favorites('project', 'order', 'projects'),
  ...favorites('vacancy', 'vacancy', 'vacancies'),
]
