import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { draftOrder, publishedOrder, rejectedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

/** Tests which freelancers see a listing because of skills from its author or tags from an older client. */

let api: Api
let boris: Person
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api)
  await addSkill(boris, 'иллюстрации')
})

const addSkill = (person: Person, skill_name: string) =>
  person.call('POST /api/users/add_user_skill', { body: { skill_name } })
const suggestSkills = (search: string) => boris.call('GET /api/skills', { query: { search } })
const editOrder = (person: Person, id: number, body: { tags?: string[]; skills?: string[] }) =>
  person.call('PATCH /api/projects/:id', { params: { id }, body })

/** Reasons why the collection shows a listing, by the title of the listing. */
async function reasons(): Promise<Map<string, string | null>> {
  const body = { user_id: boris.id, limit: 20, offset: 0 }
  const { projects } = await boris.call('POST /api/users/freelancer_jobs', { body })
  return new Map(projects.map(({ title, reason }) => [title, reason]))
}

test('skills, and the tags of older clients, are matched whatever their form, and the reason says so', async () => {
  const commonFields = { category_id: categories.other }
  await publishedOrder(api, { ...commonFields, title: 'By skill', skills: ['Иллюстрация'] })
  const taggedOrder = await draftOrder(api, { ...commonFields, title: 'By tag' })
  await editOrder(taggedOrder.anna, taggedOrder.order.id, { tags: ['иллюстратор'] })
  await publishedOrder(api, { ...commonFields, title: 'By neither', skills: ['Figma'] })
  const fullInfo = await taggedOrder.anna.call('GET /api/projects/:id/full_info', {
    params: { id: taggedOrder.order.id },
  })
  expect(fullInfo).toMatchObject({ tags: ['иллюстратор'], skills: ['Иллюстрация'] })
  const foundReasons = await reasons()
  expect([foundReasons.get('By skill'), foundReasons.get('By neither')]).toEqual(['skills', 'popular'])
})

test('one word by two names is taken away by either, and other words stay', async () => {
  const { anna, order } = await rejectedOrder(api)
  const countSkills = async () => {
    const { tags, skills } = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
    return { tags: tags.toSorted(), skills: skills.toSorted() }
  }
  await editOrder(anna, order.id, { tags: ['верстка', 'Резьба  по дереву'] })
  expect(await countSkills()).toEqual({
    tags: ['Резьба по дереву', 'верстка'],
    skills: ['Вёрстка', 'Резьба по дереву'],
  })
  await editOrder(anna, order.id, { skills: ['Резьба по дереву', 'фигма', 'Figma'] })
  expect(await countSkills()).toEqual({ tags: ['Резьба по дереву'], skills: ['Figma', 'Резьба по дереву'] })
  await editOrder(anna, order.id, { tags: [] })
  expect(await countSkills()).toEqual({ tags: [], skills: ['Figma'] })
})

test('suggestions know aliases, the other layout and inner words, keep the case and count people', async () => {
  const names = async (search: string) => (await suggestSkills(search)).map(({ name }) => name)
  expect(await names('иллюстрации')).toEqual(['Иллюстрация'])
  expect(await names('юи')).toEqual(expect.arrayContaining(['UI-дизайн', 'UI-кит', 'UX/UI']))
  expect((await names('куфсе'))[0]).toBe('React')
  expect(await names('интерьер')).toEqual(['Дизайн интерьеров'])
  expect((await suggestSkills('иллюстрация'))[0]).toEqual({ name: 'Иллюстрация', people: 1 })
  expect(await suggestSkills('')).toHaveLength(6)
})

test('a skill outside the vocabulary is suggested to others when three people write it alike', async () => {
  const addRareSkill = async () => addSkill(await freelancer(api), 'Резьба по дереву')
  await addRareSkill()
  await addRareSkill()
  expect(await suggestSkills('резьба')).toEqual([])
  await addRareSkill()
  expect(await suggestSkills('резьба')).toEqual([{ name: 'Резьба по дереву', people: 3 }])
  expect(await suggestSkills('%')).toEqual([])
})
