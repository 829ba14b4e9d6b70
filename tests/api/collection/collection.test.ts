import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectionWeights as weights } from '#contract/collection.ts'
import { recordStatements } from '#tests/load/recording.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/** Each term of the score that sorts the personal collection, tested one by one. */

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
})

const readCollection = (person: Person, offset = 0, limit = 100) =>
  person.call('POST /api/users/freelancer_jobs', { body: { user_id: person.id, limit, offset } })

/** Title and reason of every listing that a person is shown, best first. */
async function readShown(person: Person): Promise<[string, string | null][]> {
  const { projects } = await readCollection(person)
  return projects.map(({ title, reason }) => [title, reason])
}

const order = async (title: string, fields: object, author = anna) =>
  (await publishedOrder(api, { title, category_id: categories.other, ...fields }, author)).order.id
const addSkills = (person: Person, ...skills: string[]) =>
  Promise.all(
    skills.map((skill) => person.call('POST /api/users/add_user_skill', { body: { skill_name: skill } })),
  )

describe('what suits a person', () => {
  let boris: Person
  beforeAll(async () => {
    boris = await freelancer(api, { category_id: categories.own })
    await addSkills(boris, 'Figma', 'React', 'Postgres', 'Docker')
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
    expect((await readShown(boris)).slice(0, 5)).toEqual([
      ['group and three skills', 'skills'],
      ['speciality', 'speciality'],
      ['all skills', 'skills'],
      ['group', 'group'],
      ['one skill', 'skills'],
    ])
  })

  test('terms that nobody would name move a listing up without becoming its reason', async () => {
    const remainingCards = (await readShown(boris)).slice(5)
    expect(new Map(remainingCards)).toEqual(
      new Map([
        ['city', 'city'],
        ['experience and language', 'popular'],
        ['other', 'popular'],
      ]),
    )
    expect(remainingCards.at(-1)).toEqual(['other', 'popular'])
  })

  test('without a speciality and skills there is the market, and no name of a speciality', async () => {
    const vera = await freelancer(api)
    const { projects, user_category_name } = await readCollection(vera)
    expect(user_category_name).toBeNull()
    expect(projects).toHaveLength(8)
    expect(new Set(projects.map(({ reason }) => reason))).toEqual(new Set(['popular']))
  })

  test('what was answered stays for the day, so that its pages agree, and is gone tomorrow', async () => {
    const gleb = await freelancer(api, { category_id: categories.own })
    const collectionBefore = await readCollection(gleb)
    const [first] = collectionBefore.projects
    await gleb.call('POST /api/projects/add_resp', responseTo(first?.id ?? 0))
    const ids = (collection: typeof collectionBefore) => collection.projects.map(({ id }) => id)
    expect(ids(await readCollection(gleb))).toEqual(ids(collectionBefore))
    await api.ctx.db
      .updateTable('responses')
      .set({ created_at: new Date(api.ctx.now().getTime() - 86_400_000).toISOString() })
      .where('user_id', '=', gleb.id)
      .execute()
    expect(new Set(ids(await readCollection(gleb)))).toEqual(new Set(ids(collectionBefore).slice(1)))
    const annasResponse = api.ctx.db.selectFrom('responses').select('id').where('user_id', '=', gleb.id)
    await gleb.call('POST /api/responses/:id/withdraw', {
      params: await annasResponse.executeTakeFirstOrThrow(),
    })
    expect(new Set(ids(await readCollection(gleb)))).toEqual(new Set(ids(collectionBefore)))
  })
})

describe('what is kept for the day', () => {
  const homeCategory = 1405
  let dora: Person
  let bella: Person
  let first: number[]
  const ids = async (offset = 0, limit = 100) =>
    (await readCollection(dora, offset, limit)).projects
      .filter(({ category }) => category?.id === homeCategory)
      .map(({ id }) => id)
  const countStatements = async (fragment: string, action: () => Promise<unknown>) =>
    (await recordStatements(async () => void (await action()))).filter(({ text }) => text.includes(fragment))
      .length
  /** Number of SQL statements that rank listings. Computing a collection takes one statement per kind of listing. */
  const countRankings = (action: () => Promise<unknown>) => countStatements('as ids from (', action)
  beforeAll(async () => {
    dora = await freelancer(api, { category_id: homeCategory })
    bella = await client(api)
    first = []
    for (let n = 0; n < 4; n++) first.push(await order(`home ${n}`, { category_id: homeCategory }, bella))
    api.advanceClock(10_000)
    expect((await ids()).toSorted()).toEqual(first.toSorted())
  })

  test('is read and not ranked again, until the day or the profile is another', async () => {
    expect(await countRankings(() => ids())).toBe(0)
    await addSkills(dora, 'Blender')
    expect(await countRankings(() => ids())).toBe(2)
    expect(await countRankings(() => ids())).toBe(0)
    await addSkills(dora, 'Houdini')
    expect(await countStatements('insert into collections', () => ids())).toBe(1)
  })

  test('takes in what was listed since, in front of its band, and only on the first page', async () => {
    const idsBefore = await ids()
    const addedOrder = await order('home new', { category_id: homeCategory }, bella)
    expect(await ids(2, 100)).toEqual(idsBefore.slice(2))
    expect(await ids()).toEqual([addedOrder, ...idsBefore])
    expect((await readCollection(dora)).projects.filter(({ id }) => id === addedOrder)).toMatchObject([
      { reason: 'speciality' },
    ])
    first.unshift(addedOrder)
  })

  test('leaves out at once what is hidden, does not suit or is by somebody blocked, and has it back in its place', async () => {
    const idsBefore = await ids()
    const [firstId = 0, secondId = 0] = idsBefore
    const setPublished = (is_published: boolean) =>
      bella.call('POST /api/projects/edit_project_is_published', {
        body: { project_id: firstId, is_published },
      })
    await setPublished(false)
    await api.ctx.db
      .insertInto('not_for_me')
      .values({ user_id: dora.id, listing_id: secondId, reason: 'busy', until: '2200-01-01T00:00:00Z' })
      .execute()
    expect(await ids()).toEqual(idsBefore.slice(2))
    // A page is filled with the next listings of the ranking, even if many cached listings are closed.
    expect((await readCollection(dora, 0, 1)).projects).toHaveLength(1)
    await dora.call('POST /api/blocks/:user_id', { params: { user_id: bella.id } })
    expect(await ids()).toEqual([])
    await dora.call('DELETE /api/blocks/:user_id', { params: { user_id: bella.id } })
    await api.ctx.db.deleteFrom('not_for_me').where('user_id', '=', dora.id).execute()
    await setPublished(true)
    expect(await ids()).toEqual(idsBefore)
  })

  test('knows each live listing by each of its skills, whatever happens to it', async () => {
    const skillOrder = await order('by skill', { skills: ['Figma', 'React'] }, bella)
    await bella.call('PATCH /api/projects/:id', {
      params: { id: skillOrder },
      body: { skills: ['React', 'Docker'] },
    })
    const { rows } = await sql<{ kind: string; key: string; at: string; id: number }>`
      (select kind, skill_key as key, listed_at as at, listing_id as id from listing_skills except all
        select kind, key, listed_at, id from listings, listing_keys(skills, tags) key where status = 'published')
      union all
      (select kind, key, listed_at, id from listings, listing_keys(skills, tags) key where status = 'published'
        except all select kind, skill_key, listed_at, listing_id from listing_skills)`.execute(api.ctx.db)
    expect(rows).toEqual([])
    const collectionRow = await api.ctx.db
      .selectFrom('listing_skills')
      .select('skill_key')
      .where('listing_id', '=', skillOrder)
      .orderBy('skill_key')
      .execute()
    expect(collectionRow.map(({ skill_key }) => skill_key)).toEqual(['docker', 'react'])
  })

  test('is filled from far behind when everything in front of it is over', async () => {
    await sql`
      with many as (
        insert into listings (kind, author_id, status, title, content_hash, category_id, published_at)
        select 'order', ${bella.id}, 'published', 'Many', 'many ' || n, ${homeCategory}, ${api.ctx.now().toISOString()}::timestamptz
        from generate_series(1, 40) n returning id)
      insert into orders (listing_id) select id from many`.execute(api.owner)
    const firstThirty = await ids(0, 30)
    expect(firstThirty).toHaveLength(30)
    await sql`update listings set status = 'archived' where id = any (${firstThirty})`.execute(api.owner)
    const nextFive = await ids(0, 5)
    expect(nextFive).toHaveLength(5)
    expect(new Set([...nextFive, ...firstThirty]).size).toBe(35)
  })
})

describe('for a client', () => {
  test('it is free freelancers of the own latest categories, best first, in the same shape', async () => {
    const vera = await client(api)
    const { id } = await freelancer(api, { category_id: categories.sibling })
    const betterFreelancer = await freelancer(api, { category_id: categories.sibling })
    const busyPerson = await freelancer(api, { category_id: categories.sibling })
    await freelancer(api, { category_id: categories.own })
    await api.ctx.db
      .updateTable('users')
      .set({ completed_count: 3 })
      .where('id', '=', betterFreelancer.id)
      .execute()
    await api.ctx.db.updateTable('users').set({ is_free: false }).where('id', '=', busyPerson.id).execute()
    expect((await readCollection(vera)).freelancers.map((person) => person.id)).toContain(betterFreelancer.id)
    await publishedOrder(api, { title: 'Own', category_id: categories.sibling }, vera)
    const collection = await readCollection(vera)
    expect(collection.freelancers.map((person) => person.id)).toEqual([betterFreelancer.id, id])
    expect(collection).toMatchObject({ user_category_name: null, projects: [], vacancies: [] })
  })

  test('an empty one has its shape, and a freelancer has no people in theirs', async () => {
    const gleb = await client(api)
    await publishedOrder(api, { title: 'Rare', category_id: 1406 }, gleb)
    expect(await readCollection(gleb)).toEqual({
      user_category_name: null,
      projects: [],
      vacancies: [],
      freelancers: [],
    })
    expect((await readCollection(await freelancer(api))).freelancers).toEqual([])
  })
})
