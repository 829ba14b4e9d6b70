import { beforeAll, describe, expect, test } from 'vitest'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { getPublicListing } from '#services/listings/author/guest-view.ts'
import { findShareable } from '#services/sharing/queries.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import {
  answer,
  openPeople,
  openScene,
  reason,
  type Scene,
  type ViewerName,
  viewers,
} from './visibility-setup.ts'

/**
 * People who can open a listing in each state, by decisions 4.9, 67, 71 and 182. It does not exist for anybody else.
 */
const owners = ['author', 'moderator', 'admin'] as const
const sides = ['responder', 'executor', ...owners] as const
const everybody = ['stranger', 'responder', 'executor', 'blocking', ...owners] as const
const openedBy: Record<ListingStatus, readonly string[]> = {
  draft: owners,
  awaiting_payment: owners,
  moderation: owners,
  rejected: owners,
  published: everybody,
  hidden: sides,
  in_progress: everybody,
  completed: sides,
  expired: sides,
  archived: sides,
  refunded: owners,
  deleted: [],
}
const statuses = Object.keys(openedBy) as ListingStatus[]
/** Public lists show only published listings, and never between two people of whom one has blocked the other. */
const foundBy = (status: ListingStatus) =>
  status === 'published' ? ['stranger', 'responder', 'executor', 'author', 'moderator', 'admin'] : []

let api: Api
let people: Awaited<ReturnType<typeof openPeople>>
const scenes = new Map<ListingStatus, Scene>()
beforeAll(async () => {
  api = await openApi()
  people = await openPeople(api)
  for (const status of statuses) scenes.set(status, await openScene(api, people, status))
})

const sceneOf = (status: ListingStatus) => scenes.get(status) as Scene
const personOf = (name: ViewerName, { author }: Scene): Person => (name === 'author' ? author : people[name])

/** Names of the viewers for whom `look` finds the listing. */
async function whoFinds(
  scene: Scene,
  look: (person: Person) => Promise<boolean>,
  asked: readonly ViewerName[] = viewers,
) {
  const found: string[] = []
  for (const name of asked) if (await look(personOf(name, scene))) found.push(name)
  return found.sort()
}
const has = ({ id }: Scene, items: { id: number }[]) => items.some((item) => item.id === id)

/** Caches a list per person, because it serves the checks of every listing. */
function once<T>(read: (person: Person) => Promise<T>): (person: Person) => Promise<T> {
  const known = new Map<number, Promise<T>>()
  return (person) => {
    const list = known.get(person.id) ?? read(person)
    known.set(person.id, list)
    return list
  }
}
const per_page = 100
const searched = once(
  async ({ call }) => (await call('POST /api/projects', { body: { pagination: { per_page } } })).items,
)
const collectedBy = once(
  async ({ call }) => (await call('POST /api/users/freelancer_jobs', { body: { limit: per_page } })).projects,
)
const typedBy = once(({ id }) => findShareable(api.ctx.db, '', { viewer_id: id, language: 'ru' }, per_page))
const favourites = once(({ call }) => call('POST /favorites/get_projects'))
const administered = once(({ call }) =>
  call('GET /api/admin/listings', { query: { per_page } }).then(
    ({ items }) => items,
    () => [],
  ),
)

/** Several paths share one function: all viewers try the first path, and these try the others. */
const few: ViewerName[] = ['stranger', 'responder', 'blocked_responder', 'moderator']
const sorted = (names: readonly string[]) => names.toSorted()

describe.each(statuses)('a listing that is %s', (status) => {
  test('is opened by those it is for, and is not there for others, by whichever address', async () => {
    const scene = sceneOf(status)
    const params = { id: scene.id }
    for (const name of [
      'GET /api/projects/:id/full_info',
      'GET /api/projects/:id/details',
      'GET /api/projects/:id/author',
      'GET /api/projects/:id/tag',
      'GET /api/projects/:id/files',
      'GET /api/projects/:id/responses',
    ] as const) {
      const asked = /details|author|tag/.test(name) ? few : viewers
      const opened = await whoFinds(
        scene,
        async (person) => {
          const code = await codeOf(person.call(name, { params }))
          // The author of a deleted listing reads that it was removed; it does not exist for anybody else.
          const isOwn =
            status === 'deleted' &&
            person === scene.author &&
            / \/api\/projects\/:id\/(full|det|aut|tag)/.test(name)
          if (isOwn) expect(code, name).toBe('removed')
          else expect(['accepted', 'not_found'], `${name} said ${code}`).toContain(code)
          return code === 'accepted'
        },
        asked,
      )
      expect(opened, name).toEqual(
        sorted(openedBy[status].filter((one) => asked.includes(one as ViewerName))),
      )
    }
  })

  test('keeps the reason of a refusal, the executor and the responses from those they are not for', async () => {
    const scene = sceneOf(status)
    for (const name of openedBy[status] as ViewerName[]) {
      const { call } = personOf(name, scene)
      const page = await call('GET /api/projects/:id/full_info', { params: { id: scene.id } })
      expect(page.rejection_reason, name).toBe(name === 'author' ? reason : null)
      const isSide = name === 'author' || name === 'executor'
      expect(page.executor_id, name).toBe(isSide ? scene.executor_id : null)
      expect(page.executor?.id ?? null, name).toBe(isSide ? scene.executor_id : null)
      const all = ['author', 'moderator', 'admin'].includes(name)
      const own = name === 'responder' || name === 'executor'
      expect(page.responses.map(({ user }) => user.id).length, name).toBe(all ? 4 : own ? 1 : 0)
      expect(JSON.stringify(page).includes(answer), name).toBe(all || own)
      expect(page.new_responses, name).toBe(name === 'author' ? 4 : 0)
    }
  })

  test('stands in lists of others only while it is open', async () => {
    const scene = sceneOf(status)
    const inSearch = await whoFinds(scene, async (person) => has(scene, await searched(person)))
    expect(inSearch, 'search').toEqual(sorted(foundBy(status)))
    const filters = { author_id: scene.author.id, is_published: false }
    const byAuthor = await whoFinds(scene, async ({ call }) => {
      const { items } = await call('POST /api/projects', { body: { pagination: { per_page }, filters } })
      expect(items.every((item) => item.rejection_reason === null || item.is_owner)).toBe(true)
      return has(scene, items)
    })
    // The author's own list includes every listing that was not deleted.
    const own = status === 'deleted' ? [] : ['author']
    expect(byAuthor, 'by author').toEqual(sorted([...new Set([...foundBy(status), ...own])]))
    const collected = await whoFinds(scene, async (person) => has(scene, await collectedBy(person)))
    expect(collected, 'collection').toEqual(sorted(foundBy(status).filter((name) => name !== 'author')))
    const typed = await whoFinds(scene, async (person) => has(scene, await typedBy(person)))
    expect(typed, 'inline mode').toEqual(sorted(foundBy(status)))
  })

  test('stays among favourites until it is removed, without what is its author’s; never of who blocked', async () => {
    const scene = sceneOf(status)
    const kept = await whoFinds(scene, async (person) => {
      const items = await favourites(person)
      expect(items.every((item) => item.rejection_reason === null)).toBe(true)
      return has(scene, items)
    })
    const gone = status === 'deleted' || status === 'refunded'
    const all = ['stranger', 'responder', 'executor', 'moderator', 'admin', 'blocking']
    expect(kept).toEqual(gone ? [] : sorted(all))
  })

  test('is shared, looked at and drawn for nobody in particular only while everybody may see it', async () => {
    const scene = sceneOf(status)
    const share = { body: { listing_id: scene.id } }
    const shared = await whoFinds(
      scene,
      async ({ call }) => (await codeOf(call('POST /api/app/prepare_share', share))) === 'accepted',
    )
    expect(shared, 'sharing').toEqual(status === 'published' ? sorted(everybody) : [])
    const isDrawn = await getPublicListing(api.ctx, 'order', scene.id, 'ru').then(
      () => true,
      () => false,
    )
    expect(isDrawn, 'first HTML').toBe(status === 'published' || status === 'in_progress')
    const listed = await whoFinds(scene, async (person) => has(scene, await administered(person)))
    expect(listed, 'admin area').toEqual(['admin', 'moderator'])
  })
})

test('an executor whom the author blocked keeps the work in sight while it lasts', async () => {
  const { id } = await openScene(api, people, 'in_progress', 'blocked_executor')
  const page = await people.blocked_executor.call('GET /api/projects/:id/full_info', { params: { id } })
  expect(page).toMatchObject({ id, is_executor: true, status: 'in_progress' })
})

test('who was blocked is refused as if the listing had never been: no response, no room, no view, no favourite', async () => {
  const { id, author } = sceneOf('published')
  const attempts = (person: Person, project_id: number) => [
    person.call('POST /api/projects/add_resp', {
      body: { response: { project_id, response_text: 'Сделаю за неделю', price: 1000 } },
    }),
    person.call('POST /chat/create_room', {
      body: { user1_id: person.id, user2_id: author.id, project_id, project_chat: true },
    }),
    person.call('POST /api/app/view', { body: { entity_type: 'project', entity_id: project_id } }),
    person.call('POST /favorites/add_project', { body: { project_id } }),
    person.call('POST /api/projects/edit_project_show', { body: { project_id } }),
    person.call('POST /api/projects/complete/:id', { params: { id: project_id } }),
    person.call('POST /api/reports', {
      body: { subject_type: 'listing', subject_id: project_id, reason: 'spam', comment: '' },
    }),
  ]
  const codes = async (person: Person, project_id: number) =>
    Promise.all(attempts(person, project_id).map(codeOf))
  for (const person of [people.blocked, people.blocked_responder])
    expect(await codes(person, id)).toEqual(await codes(person, 999_999))
})

describe('people', () => {
  const finds = async (viewer: Person, id: number) => {
    const body = { filters: { is_client: false }, pagination: { per_page: 100 } }
    return (await viewer.call('POST /api/users/get_all_users', { body })).items.some((item) => item.id === id)
  }
  const opens = (viewer: Person, user_id: number) =>
    codeOf(viewer.call('GET /api/users/full_user_info', { query: { user_id } }))

  test('who are blocked by the staff or gone stand in no list and open for no stranger', async () => {
    const [viewer, blocked, gone, present] = [
      await client(api),
      await freelancer(api),
      await freelancer(api),
      await freelancer(api),
    ]
    for (const { id } of [blocked, gone, present]) expect(await finds(viewer, id)).toBe(true)
    await people.admin.call('POST /api/admin/users/:id/status', {
      params: { id: blocked.id },
      body: { status: 'blocked', reason: 'Обман заказчиков' },
    })
    await gone.call('DELETE /api/users/delete/:id', { params: { id: gone.id } })
    expect([await finds(viewer, blocked.id), await opens(viewer, blocked.id)]).toEqual([false, 'not_found'])
    expect([await finds(viewer, gone.id), await opens(viewer, gone.id)]).toEqual([false, 'not_found'])
    expect([await finds(viewer, present.id), await opens(viewer, present.id)]).toEqual([true, 'accepted'])
    expect([await finds(people.admin, gone.id), await opens(people.admin, gone.id)]).toEqual([
      false,
      'not_found',
    ])
  })

  test('who blocked one another do not meet in lists; a card closes for the blocked side alone', async () => {
    const [viewer, other] = [await client(api), await freelancer(api)]
    await viewer.call('POST /api/blocks/:user_id', { params: { user_id: other.id } })
    expect([await finds(viewer, other.id), await opens(viewer, other.id)]).toEqual([false, 'accepted'])
    expect([await finds(other, viewer.id), await opens(other, viewer.id)]).toEqual([false, 'not_found'])
  })
})
