import { beforeAll, describe, expect, test } from 'vitest'
import type { PublicStatus } from '#contract/lifecycle.ts'
import { getPublicListing } from '#services/listings/author/guest-view.ts'
import { findShareable } from '#services/sharing/queries.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import {
  answerText,
  openPeople,
  openScene,
  reason,
  type Scene,
  type ViewerName,
  viewers,
} from './visibility-setup.ts'

/** People who can open a listing in each state, by decisions 4.9, 67, 71 and 182. Everybody else gets "not found". */
const owners = ['author', 'moderator', 'admin'] as const
const sides = ['responder', 'executor', ...owners] as const
const everybody = ['stranger', 'responder', 'executor', 'blocking', ...owners] as const
const openedBy: Record<PublicStatus, readonly string[]> = {
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
const statuses = Object.keys(openedBy) as PublicStatus[]
/**
 * Public lists show only published listings. They hide a listing if its author has blocked the viewer or the viewer has
 * blocked its author.
 */
const findersOf = (status: PublicStatus) =>
  status === 'published' ? ['stranger', 'responder', 'executor', 'author', 'moderator', 'admin'] : []

let api: Api
let people: Awaited<ReturnType<typeof openPeople>>
const scenes = new Map<PublicStatus, Scene>()
beforeAll(async () => {
  api = await openApi()
  people = await openPeople(api)
  for (const status of statuses) scenes.set(status, await openScene(api, people, status))
})

const sceneOf = (status: PublicStatus) => scenes.get(status) as Scene
const personOf = (name: ViewerName, { author }: Scene): Person => (name === 'author' ? author : people[name])

/** Names of the viewers for whom `canSee` returns true. */
async function namesOfFinders(
  scene: Scene,
  canSee: (person: Person) => Promise<boolean>,
  names: readonly ViewerName[] = viewers,
) {
  const finderNames: string[] = []
  for (const name of names) if (await canSee(personOf(name, scene))) finderNames.push(name)
  return finderNames.sort()
}
const includesScene = ({ id }: Scene, items: { id: number }[]) => items.some((item) => item.id === id)

/** Reads a list once per person, because the same list is used to check every listing. */
function cachePerPerson<T>(readList: (person: Person) => Promise<T>): (person: Person) => Promise<T> {
  const listsById = new Map<number, Promise<T>>()
  return (person) => {
    const list = listsById.get(person.id) ?? readList(person)
    listsById.set(person.id, list)
    return list
  }
}
const per_page = 100
const searchOf = cachePerPerson(
  async ({ call }) => (await call('POST /api/projects', { body: { pagination: { per_page } } })).items,
)
const collectionOf = cachePerPerson(
  async ({ call }) => (await call('POST /api/users/freelancer_jobs', { body: { limit: per_page } })).projects,
)
const readShareable = cachePerPerson(
  async ({ id }) => (await findShareable(api.ctx, '', { viewer_id: id, language: 'ru' }, per_page)).listings,
)
const favouritesOf = cachePerPerson(({ call }) => call('POST /favorites/get_projects'))
const adminListOf = cachePerPerson(({ call }) =>
  call('GET /api/admin/listings', { query: { per_page } }).then(
    ({ items }) => items,
    () => [],
  ),
)

/** Viewers who try the second and later URLs of a function. All viewers try its first URL. */
const sampledViewers: ViewerName[] = ['stranger', 'responder', 'blocked_responder', 'moderator']
const sortNames = (names: readonly string[]) => names.toSorted()

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
      const callViewers = /details|author|tag/.test(name) ? sampledViewers : viewers
      const openerNames = await namesOfFinders(
        scene,
        async (person) => {
          const code = await codeOf(person.call(name, { params }))
          // The author of a deleted listing is told that it was removed; everybody else gets "not found".
          const isOwn =
            status === 'deleted' &&
            person === scene.author &&
            / \/api\/projects\/:id\/(full|det|aut|tag)/.test(name)
          if (isOwn) expect(code, name).toBe('removed')
          else expect(['accepted', 'not_found'], `${name} said ${code}`).toContain(code)
          return code === 'accepted'
        },
        callViewers,
      )
      expect(openerNames, name).toEqual(
        sortNames(openedBy[status].filter((one) => callViewers.includes(one as ViewerName))),
      )
    }
  })

  test('keeps the reason of a refusal, the executor and the responses from those they are not for', async () => {
    const scene = sceneOf(status)
    for (const name of openedBy[status] as ViewerName[]) {
      const { call } = personOf(name, scene)
      const page = await call('GET /api/projects/:id/full_info', { params: { id: scene.id } })
      expect(page.rejection_reason, name).toBe(name === 'author' ? reason : null)
      const isParty = name === 'author' || name === 'executor'
      expect(page.executor_id, name).toBe(isParty ? scene.executor_id : null)
      expect(page.executor?.id ?? null, name).toBe(isParty ? scene.executor_id : null)
      const isStaffOrAuthor = ['author', 'moderator', 'admin'].includes(name)
      const isResponder = name === 'responder' || name === 'executor'
      expect(page.responses.map(({ user }) => user.id).length, name).toBe(
        isStaffOrAuthor ? 4 : isResponder ? 1 : 0,
      )
      expect(JSON.stringify(page).includes(answerText), name).toBe(isStaffOrAuthor || isResponder)
      expect(page.new_responses, name).toBe(name === 'author' ? 4 : 0)
    }
  })

  test('stands in lists of others only while it is open', async () => {
    const scene = sceneOf(status)
    const inSearch = await namesOfFinders(scene, async (person) =>
      includesScene(scene, await searchOf(person)),
    )
    expect(inSearch, 'search').toEqual(sortNames(findersOf(status)))
    const filters = { author_id: scene.author.id, is_published: false }
    const finderNames = await namesOfFinders(scene, async ({ call }) => {
      const { items } = await call('POST /api/projects', { body: { pagination: { per_page }, filters } })
      expect(items.every((item) => item.rejection_reason === null || item.is_owner)).toBe(true)
      return includesScene(scene, items)
    })
    // The author's own list includes every listing that was not deleted.
    const ownerOnly = status === 'deleted' ? [] : ['author']
    expect(finderNames, 'by author').toEqual(sortNames([...new Set([...findersOf(status), ...ownerOnly])]))
    const collectionViewers = await namesOfFinders(scene, async (person) =>
      includesScene(scene, await collectionOf(person)),
    )
    expect(collectionViewers, 'collection').toEqual(
      sortNames(findersOf(status).filter((name) => name !== 'author')),
    )
    const inlineViewers = await namesOfFinders(scene, async (person) =>
      includesScene(scene, await readShareable(person)),
    )
    expect(inlineViewers, 'inline mode').toEqual(sortNames(findersOf(status)))
  })

  test('stays among favourites until it is removed, without what is its author’s; never of who blocked', async () => {
    const scene = sceneOf(status)
    const favouriteViewers = await namesOfFinders(scene, async (person) => {
      const items = await favouritesOf(person)
      expect(items.every((item) => item.rejection_reason === null)).toBe(true)
      return includesScene(scene, items)
    })
    const isGone = status === 'deleted' || status === 'refunded'
    const remainingViewers = ['stranger', 'responder', 'executor', 'moderator', 'admin', 'blocking']
    expect(favouriteViewers).toEqual(isGone ? [] : sortNames(remainingViewers))
  })

  test('is shared, looked at and drawn for nobody in particular only while everybody may see it', async () => {
    const scene = sceneOf(status)
    const shareRequest = { body: { listing_id: scene.id } }
    const sharerNames = await namesOfFinders(
      scene,
      async ({ call }) => (await codeOf(call('POST /api/app/prepare_share', shareRequest))) === 'accepted',
    )
    expect(sharerNames, 'sharing').toEqual(status === 'published' ? sortNames(everybody) : [])
    const isDrawn = await getPublicListing(api.ctx, 'order', scene.id, 'ru').then(
      () => true,
      () => false,
    )
    expect(isDrawn, 'first HTML').toBe(status === 'published' || status === 'in_progress')
    const staffViewers = await namesOfFinders(scene, async (person) =>
      includesScene(scene, await adminListOf(person)),
    )
    expect(staffViewers, 'admin area').toEqual(['admin', 'moderator'])
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
  const isFoundBy = async (viewer: Person, id: number) => {
    const body = { filters: { is_client: false }, pagination: { per_page: 100 } }
    return (await viewer.call('POST /api/users/get_all_users', { body })).items.some((item) => item.id === id)
  }
  const openProfile = (viewer: Person, user_id: number) =>
    codeOf(viewer.call('GET /api/users/full_user_info', { query: { user_id } }))

  test('who are blocked by the staff or gone stand in no list and open for no stranger', async () => {
    const [viewer, blocked, deletedPerson, activePerson] = [
      await client(api),
      await freelancer(api),
      await freelancer(api),
      await freelancer(api),
    ]
    for (const { id } of [blocked, deletedPerson, activePerson])
      expect(await isFoundBy(viewer, id)).toBe(true)
    await people.admin.call('POST /api/admin/users/:id/status', {
      params: { id: blocked.id },
      body: { status: 'blocked', reason: 'Обман заказчиков' },
    })
    await deletedPerson.call('DELETE /api/users/delete/:id', { params: { id: deletedPerson.id } })
    expect([await isFoundBy(viewer, blocked.id), await openProfile(viewer, blocked.id)]).toEqual([
      false,
      'not_found',
    ])
    expect([await isFoundBy(viewer, deletedPerson.id), await openProfile(viewer, deletedPerson.id)]).toEqual([
      false,
      'not_found',
    ])
    expect([await isFoundBy(viewer, activePerson.id), await openProfile(viewer, activePerson.id)]).toEqual([
      true,
      'accepted',
    ])
    expect([
      await isFoundBy(people.admin, deletedPerson.id),
      await openProfile(people.admin, deletedPerson.id),
    ]).toEqual([false, 'not_found'])
  })

  test('who blocked one another do not meet in lists; a card closes for the blocked side alone', async () => {
    const [viewer, blockedPerson] = [await client(api), await freelancer(api)]
    await viewer.call('POST /api/blocks/:user_id', { params: { user_id: blockedPerson.id } })
    expect([await isFoundBy(viewer, blockedPerson.id), await openProfile(viewer, blockedPerson.id)]).toEqual([
      false,
      'accepted',
    ])
    expect([await isFoundBy(blockedPerson, viewer.id), await openProfile(blockedPerson, viewer.id)]).toEqual([
      false,
      'not_found',
    ])
  })
})
