import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
let boris: Person
let vera: Person
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api)
  vera = await freelancer(api)
})

describe('skills', () => {
  const addSkill = (person: Person, skill_name: string) =>
    person.call('POST /api/users/add_user_skill', { body: { skill_name } })

  test('are not doubled by case and spaces, and are removed by their owner only', async () => {
    const first = await addSkill(boris, 'Figma  Pro')
    expect(await addSkill(boris, ' figma pro ')).toEqual(first)
    const query = { skill_id: first.skill_id }
    const deleteEntry = (person: Person) =>
      person.call('DELETE /api/users/dell_user_skill/:id', { params: { id: person.id }, query })
    expect(await codeOf(deleteEntry(vera))).toBe('not_found')
    expect((await deleteEntry(boris)).skills).toEqual([])
    expect(await codeOf(deleteEntry(boris))).toBe('not_found')
  })

  test('stop at the bound, also when they come at once', async () => {
    const person = await freelancer(api)
    const names = Array.from({ length: limits.skills.count + 5 }, (_, n) => `Навык ${n}`)
    const codes = await Promise.all(names.map((name) => codeOf(addSkill(person, name))))
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(limits.skills.count)
    expect(codes.filter((code) => code === 'list_full')).toHaveLength(5)
  })
})

test('what a misspelt call removes, its correct twin removes as well', async () => {
  const person = await freelancer(api)
  const params = { id: person.id }
  const { skill_id } = await person.call('POST /api/users/add_user_skill', { body: { skill_name: 'Figma' } })
  const link = { link_name: 'Работы', link_url: 'https://b.example' }
  const { link_id } = await person.call('POST /api/users/add_user_portfolio_link', { body: link })
  const service = { service_name: 'Лендинг' }
  const { id: service_id } = await person.call('POST /api/users/add_user_service', { body: service })
  const skillOf = (owner: Person) =>
    owner.call('DELETE /api/users/delete_user_skill/:id', { params: { id: owner.id }, query: { skill_id } })
  expect(await codeOf(skillOf(vera))).toBe('not_found')
  expect((await skillOf(person)).skills).toEqual([])
  const links = person.call('DELETE /api/users/delete_user_portfolio_link/:id', {
    params,
    query: { link_id },
  })
  expect((await links).portfolio_links).toEqual([])
  const services = person.call('DELETE /api/users/delete_user_service/:id', { params, query: { service_id } })
  expect((await services).services).toEqual([])
})

test('portfolio links are https, shown as the browser reads them, and belong to one person', async () => {
  const addLink = (link_url: string) =>
    boris.call('POST /api/users/add_user_portfolio_link', { body: { link_name: 'Работы', link_url } })
  for (const invalidUrl of ['http://b.example', 'javascript:alert(1)', 'https://a:b@c.example', 'b.example'])
    expect(await codeOf(addLink(invalidUrl))).toBe('invalid_input')
  const link = await addLink('https://аpple.com/x')
  expect(link.link_url).toBe('https://xn--pple-43d.com/x')
  const query = { link_id: link.link_id }
  const deleteEntry = (person: Person) =>
    person.call('DELETE /api/users/dell_user_portfolio_link/:id', { params: { id: person.id }, query })
  expect(await codeOf(deleteEntry(vera))).toBe('not_found')
  expect((await deleteEntry(boris)).portfolio_links).toEqual([])
})

test('services are added, changed in place and removed by their owner', async () => {
  const body = { service_name: 'Лендинг', service_price: '2 500,50', service_currency_id: 1, terms_id: 1 }
  const service = await boris.call('POST /api/users/add_user_service', { body })
  expect(service).toMatchObject({ service_name: 'Лендинг', service_price: 2500.5, terms_id: 1, type: null })
  const changeService = (person: Person, changes: object) =>
    person.call('POST /api/users/edit_user_service', { body: { id: service.id, ...changes } })
  expect(await codeOf(changeService(vera, { service_name: 'Чужое' }))).toBe('not_found')
  expect(await codeOf(changeService(boris, { service_currency_id: 999 }))).toBe('invalid_input')
  expect(await changeService(boris, { service_price: null })).toEqual({ ...service, service_price: null })
  const list = { params: { id: boris.id } }
  expect(await vera.call('GET /api/users/user_service_list/:id', list)).toHaveLength(1)
  const query = { service_id: service.id }
  const deleteEntry = (person: Person) =>
    person.call('DELETE /api/users/dell_user_service/:id', { params: { id: person.id }, query })
  expect(await codeOf(deleteEntry(vera))).toBe('not_found')
  expect((await deleteEntry(boris)).services).toEqual([])
})
