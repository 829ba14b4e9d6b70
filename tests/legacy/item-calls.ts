import { expect } from 'vitest'
import type { Fields, Step, World } from './step.ts'

/** Kinds of listings with shared steps. */

type Kind = 'order' | 'vacancy'
const pathNames = { order: 'project', vacancy: 'vacancy' } as const

/** Returns one step for each field that can be edited. The value is sent under the literal key `field`. */
export function editSteps(
  prefix: string,
  { id, author, item }: { id: string; author: string; item: string },
  path: string,
) {
  return ([name, value, shows]: [name: string, value: unknown, shows: Fields]): Step => ({
    call: `${prefix}${name}`,
    as: 'anna',
    body: (world) => ({ [id]: world[item], field: value, [author]: world.anna }),
    answer: shows,
    effect: { read: (world) => `${path}/${world[item]}/full_info`, expected: shows },
  })
}

export function listStep(call: string, item: Kind): Step {
  const expectedPage = (world: World) => ({
    items: [expect.objectContaining({ id: world[item], is_published: true })],
    pagination: { page: 1, per_page: 10, total: 1, pages: 1 },
  })
  return {
    call,
    as: 'boris',
    body: () => ({
      filters: { category_id: 101, search: '', price_from: null, experience: [], tags: null },
      pagination: { per_page: 10, page: 1 },
    }),
    answer: expectedPage,
  }
}

/** Steps that read the page of an order or vacancy, one part per call. */
export function itemSteps(path: string, item: Kind, shows: Fields & { tags: string[] }): Step[] {
  const partStep = (part: string, answer: Step['answer']): Step => ({
    call: `GET ${path}/{id}/${part}`,
    as: 'boris',
    id: (world) => world[item] as number,
    answer,
  })
  return [
    partStep('full_info', {
      ...shows,
      files: [{ file_format: 'png' }],
      responses: [],
      chats: [],
      is_favorite: false,
    }),
    partStep('details', shows),
    partStep('author', (world: World) => ({ id: world.anna, full_name: expect.any(String) })),
    partStep('tag', shows.tags),
    partStep('files', [{ file_format: 'png', file_url: expect.stringContaining('/files/') }]),
    partStep('responses', []),
    {
      call: `GET ${path}/responses/{id}`,
      as: 'boris',
      id: (world) => world[item] as number,
      answer: [],
    },
  ]
}

/** Steps of a response: Boris responds, Anna views the responses and chooses Boris. */
export function responseSteps(
  path: string,
  item: Kind,
  body: (world: World) => Fields,
  shows: Fields,
): Step[] {
  const name = pathNames[item]
  const response = `${item}_response`
  const responsesPath = (world: World) => `${path}/${world[item]}/responses`
  const ownResponse = { status: 'no_show', response_text: 'Сделаю за неделю.' }
  return [
    {
      call: `POST ${path}/add_resp`,
      as: 'boris',
      body,
      answer: (world: World) => ({
        ...shows,
        ...ownResponse,
        id: expect.any(Number),
        [`${name}_id`]: world[item],
      }),
      keep: { [response]: 'id' },
      effect: { read: responsesPath, as: 'anna', expected: [ownResponse] },
    },
    {
      call: item === 'order' ? 'GET /api/projects/my_responses' : 'GET /api/vacancy/responses/my',
      as: 'boris',
      answer: (world: World) => [{ ...ownResponse, id: world[response], [name]: { id: world[item] } }],
    },
    {
      call: `POST ${path}/edit_${name}_show`,
      as: 'anna',
      body: (world) => ({ [`${name}_id`]: world[item], user_id: world.boris }),
      answer: { ok: true },
      effect: { read: responsesPath, expected: [{ status: 'shown', user: { full_name: 'Борис Макетов' } }] },
    },
    {
      call: `POST ${path}/assign_executor/{id}`,
      as: 'anna',
      id: (world) => world[item] as number,
      query: (world) => ({ response_id: world[response] }),
      answer: (world: World) => ({ executor_id: world.boris }),
      effect: {
        read: (world) => `${path}/${world[item]}/full_info`,
        as: 'boris',
        expected: { is_executor: true, chats: [{ id: expect.any(Number) }] },
      },
    },
  ]
}
