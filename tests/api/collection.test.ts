import { beforeAll, describe, expect, test } from 'vitest'
import { collectionWeights as weights } from '#contract/collection.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { publishedOrder } from '#tests/support/order-life.ts'
import { client, freelancer, type Person } from '#tests/support/people.ts'
import { categories, responseTo } from '#tests/support/sample.ts'

/** What the collection weighs, one term after another. */

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
})

const collect = (person: Person, offset = 0, limit = 100) =>
  person.call('POST /api/users/freelancer_jobs', { body: { user_id: person.id, limit, offset } })

/** Title and reason of everything that a person is shown, best first. */
async function shown(person: Person): Promise<[string, string | null][]> {
  const { projects } = await collect(person)
  return projects.map(({ title, reason }) => [title, reason])
}

const order = async (title: string, fields: object) =>
  (await publishedOrder(api, { title, category_id: categories.other, ...fields }, anna)).order.id
const knowing = (person: Person, ...skills: string[]) =>
  Promise.all(
    skills.map((skill) => person.call('POST /api/users/add_user_skill', { body: { skill_name: skill } })),
  )

describe('what suits a person', () => {
  let boris: Person
  beforeAll(async () => {
    boris = await freelancer(api, { category_id: categories.own })
    await knowing(boris, 'Figma', 'React', 'Postgres', 'Docker')
    await api.ctx.db
      .updateTable('users')
      .set({ city: 'Казань', years_of_experience: 4, ui_language: 'en' })
      .where('id', '=', boris.id)
      .execute()
    await order('other', {})
    await order('speciality', { category_id: categories.own })
    await order('group', { category_id: categories.sibling })
    await order('one skill', { skills: ['  FIGMA '] })
    await order('all skills', { skills: ['figma', 'react', 'postgres', 'docker'] })
    await order('city', { region: 'казань' })
    await order('experience and language', { required_experience: 'y3_6', language: 'en' })
    await order('group and three skills', {
      category_id: categories.sibling,
      skills: ['figma', 'react', 'postgres'],
    })
  })

  test('stands in the order of its points, each with the heaviest reason', async () => {
    expect(weights.group + 3 * weights.skill).toBeGreaterThan(weights.speciality + 10)
    expect((await shown(boris)).slice(0, 5)).toEqual([
      ['group and three skills', 'skills'],
      ['speciality', 'speciality'],
      ['all skills', 'skills'],
      ['group', 'group'],
      ['one skill', 'skills'],
    ])
  })

  test('terms that nobody would name move a listing up without becoming its reason', async () => {
    const rest = (await shown(boris)).slice(5)
    expect(new Map(rest)).toEqual(
      new Map([
        ['city', 'city'],
        ['experience and language', 'popular'],
        ['other', 'popular'],
      ]),
    )
    expect(rest.at(-1)).toEqual(['other', 'popular'])
  })

  test('without a speciality and skills there is the market, and no name of a speciality', async () => {
    const vera = await freelancer(api)
    const { projects, user_category_name } = await collect(vera)
    expect(user_category_name).toBeNull()
    expect(projects).toHaveLength(8)
    expect(new Set(projects.map(({ reason }) => reason))).toEqual(new Set(['popular']))
  })

  test('what was answered stays for the day, so that its pages agree, and is gone tomorrow', async () => {
    const gleb = await freelancer(api, { category_id: categories.own })
    const before = await collect(gleb)
    const [first] = before.projects
    await gleb.call('POST /api/projects/add_resp', responseTo(first?.id ?? 0))
    const ids = (found: typeof before) => found.projects.map(({ id }) => id)
    expect(ids(await collect(gleb))).toEqual(ids(before))
    await api.ctx.db
      .updateTable('responses')
      .set({ created_at: new Date(api.ctx.now().getTime() - 86_400_000).toISOString() })
      .where('user_id', '=', gleb.id)
      .execute()
    expect(new Set(ids(await collect(gleb)))).toEqual(new Set(ids(before).slice(1)))
  })
})

describe('for a client', () => {
  test('it is free freelancers of the own latest categories, best first, in the same shape', async () => {
    const vera = await client(api)
    const { id } = await freelancer(api, { category_id: categories.sibling })
    const better = await freelancer(api, { category_id: categories.sibling })
    const busy = await freelancer(api, { category_id: categories.sibling })
    await freelancer(api, { category_id: categories.own })
    await api.ctx.db.updateTable('users').set({ completed_count: 3 }).where('id', '=', better.id).execute()
    await api.ctx.db.updateTable('users').set({ is_free: false }).where('id', '=', busy.id).execute()
    expect((await collect(vera)).freelancers.map((person) => person.id)).toContain(better.id)
    await publishedOrder(api, { title: 'Own', category_id: categories.sibling }, vera)
    const found = await collect(vera)
    expect(found.freelancers.map((person) => person.id)).toEqual([better.id, id])
    expect(found).toMatchObject({ user_category_name: null, projects: [], vacancies: [] })
  })

  test('an empty one has its shape, and a freelancer has no people in theirs', async () => {
    const gleb = await client(api)
    await publishedOrder(api, { title: 'Rare', category_id: 1406 }, gleb)
    expect(await collect(gleb)).toEqual({
      ...{ user_category_name: null, projects: [], vacancies: [], freelancers: [] },
    })
    expect((await collect(await freelancer(api))).freelancers).toEqual([])
  })
})
