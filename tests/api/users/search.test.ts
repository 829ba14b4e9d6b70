import { beforeAll, describe, expect, test } from 'vitest'
import { assignedOrder } from '#tests/api/deals/running-work.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const viewProfile = (viewer: Person, person: Person) =>
  viewer.call('GET /api/users/full_user_info', { query: { user_id: person.id } })

/** A freelancer whose private fields all contain one word. No answer of the API may contain that word. */
async function openSecretiveFreelancer(): Promise<Person> {
  const person = await freelancer(api, { category_id: categories.own })
  const params = { id: person.id }
  await person.call('POST /api/users/edit_user_name/:id', { params, body: { full_name: 'Борис' } })
  await person.call('POST /api/users/edit_user_social_links', {
    query: {},
    body: { whatsapp: '79990001122', telegram: 'canary_handle', vk: 'public_page' },
  })
  await person.call('POST /api/users/edit_user_resume_url/:id', {
    params,
    body: { user_resume_url: 'https://canary.example/cv' },
  })
  return person
}

describe('a profile', () => {
  test('tells a stranger nothing by which the person can be reached', async () => {
    const [boris, stranger] = [await openSecretiveFreelancer(), await client(api)]
    const strangersView = JSON.stringify(await viewProfile(stranger, boris))
    for (const secretText of [boris.account.username, String(boris.account.id), '79990001122', 'canary'])
      expect(strangersView).not.toContain(secretText)
    for (const field of ['telegram_id', 'is_notify_new_order', 'ui_language', 'role', 'can_write', 'phone'])
      expect(strangersView).not.toContain(`"${field}"`)
    expect(strangersView).toContain('public_page')
  })

  test('tells its owner everything, in the shape the specification names', async () => {
    const boris = await openSecretiveFreelancer()
    const ownView = await viewProfile(boris, boris)
    expect(ownView.user).toMatchObject({
      telegram_id: boris.account.id,
      telegram_link: `https://t.me/${boris.account.username}`,
      user_resume_url: 'https://canary.example/cv',
    })
    expect(ownView).toMatchObject({
      user_spec: { id: categories.own },
      portfolio_file: null,
      portfolio_links: [],
      skills: [],
      languages_info: [],
      services: [],
      social_links: { whatsapp: 'https://wa.me/79990001122' },
    })
  })

  test('gives contacts to the other side of an assignment and to admins, and remembers to whom', async () => {
    const boris = await openSecretiveFreelancer()
    const { anna } = await assignedOrder(api, undefined, boris)
    const admin = await moderator(api)
    for (const viewer of [anna, admin])
      expect((await viewProfile(viewer, boris)).user).toMatchObject({
        telegram_link: `https://t.me/${boris.account.username}`,
        social_links: { whatsapp: 'https://wa.me/79990001122' },
      })
    const traces = await api.ctx.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'user.contacts_shown')
      .where('subject_id', '=', boris.id)
      .execute()
    expect(traces.map((trace) => trace.actor_id)).toEqual([anna.id, admin.id])
  })

  test('gives the resume, and no contacts, to an author to whom it was sent', async () => {
    const boris = await openSecretiveFreelancer()
    const { anna, order } = await publishedOrder(api)
    expect((await viewProfile(anna, boris)).user_resume_url).toBeNull()
    await boris.call('POST /api/projects/add_resp', responseTo(order.id, { with_resume: true }))
    const profileForAnna = await viewProfile(anna, boris)
    expect(profileForAnna.user_resume_url).toBe('https://canary.example/cv')
    expect(profileForAnna.user.telegram_link).toBeNull()
  })

  test('of nobody is not found', async () => {
    const viewer = await client(api)
    expect(await codeOf(viewer.call('GET /api/users/full_user_info', { query: { user_id: 999_999 } }))).toBe(
      'not_found',
    )
  })
})

describe('the list of people', () => {
  const searchPeople = (viewer: Person, filters: object, extraBody: object = {}) =>
    viewer.call('POST /api/users/get_all_users', { body: { filters, ...extraBody } })
  const idsOf = ({ items }: Awaited<ReturnType<typeof searchPeople>>) => items.map((item) => item.id)

  test('holds freelancers unless clients are asked for, and only public fields', async () => {
    const [boris, anna] = [await openSecretiveFreelancer(), await client(api)]
    const allPeople = await searchPeople(anna, {}, { pagination: { per_page: 100 } })
    expect(idsOf(allPeople)).toContain(boris.id)
    expect(idsOf(allPeople)).not.toContain(anna.id)
    expect(JSON.stringify(allPeople)).not.toContain('canary')
    expect(JSON.stringify(allPeople)).not.toContain('telegram')
    expect(idsOf(await searchPeople(anna, { is_client: 'true' }))).toContain(anna.id)
    const noFreelancers = await searchPeople(
      anna,
      { is_contractor: 'false' },
      { pagination: { per_page: 100 } },
    )
    expect(idsOf(noFreelancers)).toContain(anna.id)
    expect(idsOf(noFreelancers)).not.toContain(boris.id)
  })

  test('is narrowed by speciality, words, skills, experience, languages and place', async () => {
    const viewer = await client(api)
    const gala = await freelancer(api, { category_id: categories.other })
    const params = { id: gala.id }
    const description = 'Рисую иллюстрации для книг'
    await gala.call('POST /api/users/edit_user_description/:id', { params, body: { description } })
    await gala.call('POST /api/users/add_user_skill', { body: { skill_name: 'Акварель' } })
    await gala.call('POST /api/users/change_user_age_exp/:id', { params, query: { years_of_experience: 8 } })
    await gala.call('POST /api/users/edit_user_city', { query: { city: 'Казань' } })
    await gala.call('POST /api/users/edit_user_languages', { body: { languages: [{ code: 'tt' }] } })
    const german = await freelancer(api)
    await german.call('POST /api/users/edit_user_languages', { body: { languages: [{ code: 'de' }] } })
    for (const filters of [
      { category_id: categories.other },
      { search: 'иллюстрация' },
      { search: 'акварель' },
      { search: 'иллюстр' },
      { search: 'Казань' },
      { skills: ['АКВАРЕЛЬ'] },
      { experience: 'gt6' },
      { languages: 'tt' },
      { city: 'казань' },
    ])
      expect(idsOf(await searchPeople(viewer, filters)), JSON.stringify(filters)).toEqual([gala.id])
    expect(idsOf(await searchPeople(viewer, { skills: ['Акварель'], city: 'Омск' }))).toEqual([])
  })

  test('shows on a card what a person can do and from which price', async () => {
    const viewer = await client(api)
    const gleb = await freelancer(api, { category_id: categories.other })
    for (const skill_name of ['Гравюра', 'Линогравюра'])
      await gleb.call('POST /api/users/add_user_skill', { body: { skill_name } })
    const services = [
      { service_name: 'Обложка', service_price: 12_000, service_currency_id: 1 },
      { service_name: 'Экслибрис', service_price: 3500.5, service_currency_id: 1 },
      { service_name: 'Совет', service_price: null, service_currency_id: 1 },
    ]
    for (const body of services) await gleb.call('POST /api/users/add_user_service', { body })
    const { items } = await searchPeople(viewer, { search: 'гравюра' })
    expect(items).toMatchObject([
      {
        id: gleb.id,
        skills: ['Гравюра', 'Линогравюра'],
        price_from: { amount: 3500.5, currency_id: 1 },
        is_only_remote: false,
        is_favorite: false,
      },
    ])
  })

  test('a search of signs alone is no failure', async () => {
    const viewer = await client(api)
    for (const search of ['и', '"', ':*', "'; --", '!!'])
      expect(idsOf(await searchPeople(viewer, { search })), search).toEqual([])
  })

  test('puts those without a rating behind the others, the fuller profile first, page by page', async () => {
    const viewer = await client(api)
    const city = 'Выкса'
    const add = async (facts: object) => {
      const { id } = await freelancer(api, { verified: false })
      await api.ctx.db
        .updateTable('users')
        .set({ city, ...facts })
        .where('id', '=', id)
        .execute()
      return id
    }
    const whole = { category_id: categories.own, description: 'Пишу тексты', years_of_experience: 0 }
    const verified = await add({ ...whole, verification: 'confirmed' })
    const lowestRated = await add({ rating: 1, rating_count: 1 })
    const unverified = await add(whole)
    const bestRated = await add({ rating: 4.33, rating_count: 3 })
    const withoutYears = await add({ ...whole, years_of_experience: null })
    const [olderEmpty, newerEmpty] = [await add({}), await add({})]

    const ids: number[] = []
    let cursor: string | undefined
    do {
      const page = await searchPeople(viewer, { city }, { pagination: { per_page: 1, cursor } })
      ids.push(...idsOf(page))
      cursor = page.next_cursor ?? undefined
    } while (cursor && ids.length < 20)
    const rated = [bestRated, lowestRated]
    expect(ids).toEqual([...rated, verified, unverified, withoutYears, newerEmpty, olderEmpty])
  })

  test('goes on by its cursor without repeats while people join', async () => {
    const viewer = await client(api)
    const seenIds: number[] = []
    let cursor: string | undefined
    do {
      const page = await searchPeople(viewer, {}, { sort: 'newest', pagination: { per_page: 3, cursor } })
      seenIds.push(...idsOf(page))
      cursor = page.next_cursor ?? undefined
      await freelancer(api, { verified: false })
    } while (cursor)
    expect(new Set(seenIds).size).toBe(seenIds.length)
    expect(seenIds.length).toBeGreaterThan(3)
    expect(
      await codeOf(
        searchPeople(viewer, {}, { pagination: { cursor: Buffer.from('x:y').toString('base64url') } }),
      ),
    ).toBe('invalid_input')
  })
})
