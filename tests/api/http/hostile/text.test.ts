import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { newOrder, responseTo } from '#tests/support/orders/sample.ts'
import { draftVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { badLinks, lookAlikes, normalizedNames, texts } from './corpus.ts'

let api: Api
let anna: Person
let boris: Person
let ids: Record<'order' | 'vacancy' | 'response' | 'room', number>

beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
  boris = await freelancer(api)
  const order = await anna.call('POST /api/projects/create', { body: newOrder() })
  const { vacancy } = await draftVacancy(api, {}, anna)
  const publishedListing = await publishedOrder(api, {}, anna)
  const response = await boris.call('POST /api/projects/add_resp', responseTo(publishedListing.order.id))
  const body = { user1_id: boris.id, user2_id: anna.id, other_chat: true }
  const room = await boris.call('POST /chat/create_room', { body })
  for (const { call } of [boris, anna])
    await call('POST /chat/send_msg', { body: { room_id: room.id, content: 'Здравствуйте' } })
  ids = { order: order.id, vacancy: vacancy.id, response: response.id, room: room.id }
})

/** Sends a raw request and asserts that a browser cannot execute the response. */
async function send(person: Person, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${person.token}`, accept: 'text/html,*/*' }
  const answer = await api.server.inject({ method, url, headers, ...(payload && { payload }) })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  return { status: answer.statusCode, body: answer.json() }
}

type TextPlace = {
  write: (text: string) => Promise<{ status: number; body: unknown }>
  max: number
  /** True for a name: invisible characters are removed from it. */
  isName?: boolean
  /** True for a title or a skill: others read it as the name of a person or work, so contacts in it are refused. */
  isTitle?: boolean
}

/** Hostile texts that also contain a link or a user name. As a name or title they are refused. */
const contacts = new Set([
  '<tg-spoiler>x</tg-spoiler>',
  '<tg-emoji emoji-id="1">x</tg-emoji>',
  '[click](https://evil.example)',
  '@admin /start /stop@otklik_demo_bot',
  'https://evil.example/?a=<b>&c="d"',
  'http://user:pass@evil.example',
  '+1+1 -2+3 @SUM(1)',
  '<a href="tg://resolve?domain=x">x</a>',
])

/** Every field that stores text of people. Fields of the same call are grouped. */
const textFields: Record<string, TextPlace> = {
  'a name': {
    write: (text) => send(boris, 'POST', `/api/users/edit_user_name/${boris.id}`, { full_name: text }),
    max: limits.name.max,
    isName: true,
    isTitle: true,
  },
  'a description of oneself': {
    write: (text) =>
      send(boris, 'POST', `/api/users/edit_user_description/${boris.id}`, { description: text }),
    max: profileTexts.description.max,
  },
  'a country': {
    write: (text) => send(boris, 'POST', '/api/users/edit_user_country', { country: text }),
    max: 64,
    isName: true,
  },
  'a city': {
    write: (text) => send(boris, 'POST', '/api/users/edit_user_city', { city: text }),
    max: 64,
    isName: true,
  },
  'an order': {
    write: (text) =>
      send(anna, 'PATCH', `/api/projects/${ids.order}`, {
        title: text,
        subtitle: `Нужно сделать ${text}`,
        region: text,
      }),
    max: limits.title.max,
  },
  'tags and skills of an order': {
    write: (text) => send(anna, 'PATCH', `/api/projects/${ids.order}`, { tags: [text], skills: [text] }),
    max: limits.tags.length,
    isName: true,
  },
  'a vacancy': {
    write: (text) =>
      send(anna, 'PATCH', `/api/vacancy/${ids.vacancy}`, {
        title: text,
        description: `Ищем человека ${text}`,
        location: text,
        requirements: text,
        responsibilities: text,
        additional_info: text,
        conditions: text,
        work_conditions: text,
        important_info: text,
        important_notes: text,
        nice_to_have: text,
        mandatory_tasks: text,
      }),
    max: limits.title.max,
  },
  'a response': {
    write: (text) => send(boris, 'POST', `/api/responses/${ids.response}/edit`, { response_text: text }),
    max: limits.responseText.max,
  },
  'a letter': {
    write: (text) => send(anna, 'POST', '/chat/send_msg', { room_id: ids.room, content: text }),
    max: limits.message.max,
  },
}

/** True if the given text occurs anywhere in a response. */
function containsText(body: unknown, text: string): boolean {
  if (typeof body === 'string') return body === text || body.endsWith(` ${text}`)
  return (
    typeof body === 'object' &&
    body !== null &&
    Object.values(body).some((value) => containsText(value, text))
  )
}

test('the corpus is large', () => {
  const links = badLinks.length + Object.values(lookAlikes).flat().length
  expect(texts.length + links).toBeGreaterThanOrEqual(100)
})

describe.each(Object.entries(textFields))('%s', (_name, { write, max, isName, isTitle }) => {
  test('keeps hostile texts as they are, as text', async () => {
    const acceptedText = everyNth(
      3,
      texts.filter((one) => [...one].length <= max),
    )
    const storedTexts: string[] = []
    for (const text of acceptedText) {
      const { status, body } = await write(text)
      if (isTitle && contacts.has(text)) {
        expect({ text, status }).toEqual({ text, status: 422 })
        storedTexts.push(text)
        continue
      }
      expect({ text, status }).toEqual({ text, status: 200 })
      const expectedText = isName ? (normalizedNames[text] ?? text) : text.trim()
      if (containsText(body, expectedText)) storedTexts.push(text)
    }
    expect(storedTexts).toEqual(acceptedText)
  })

  test.each([
    ['NUL', 'ab\0cdef'],
    ['a lone surrogate', 'ab\ud800cdef'],
    ['too much', 'я'.repeat(6000)],
  ])('refuses %s', async (_kind, text) => {
    expect((await write(text)).status).toBe(422)
  })
})

test('entries of a profile keep hostile texts', async () => {
  for (const [n, text] of texts.filter((one) => [...one].length <= limits.skills.length).entries()) {
    // The number of skills in a profile is limited, so a new person is created for every 15 texts.
    if (n % 15 === 0) vera = await freelancer(api)
    const person = vera
    const skill = await send(person, 'POST', '/api/users/add_user_skill', { skill_name: text })
    const expectedText = normalizedNames[text] ?? text
    expect([skill.status, skill.body.skill_name]).toEqual([200, expectedText])
    const link = { link_name: text, link_url: 'https://example.org/' }
    const linkAnswer = await send(person, 'POST', '/api/users/add_user_portfolio_link', link)
    const service = { service_name: text, service_description: text }
    const serviceAnswer = await send(person, 'POST', '/api/users/add_user_service', service)
    if (contacts.has(text)) expect([linkAnswer.status, serviceAnswer.status]).toEqual([422, 422])
    else {
      expect(linkAnswer).toMatchObject({ status: 200, body: { ...link, link_name: expectedText } })
      expect(serviceAnswer).toMatchObject({ status: 200, body: { ...service, service_name: expectedText } })
    }
    const search = { kind: 'order', name: text, filters: { search: text } }
    expect(await send(person, 'POST', '/api/saved_searches', search)).toMatchObject({
      status: 200,
      body: { ...search, name: expectedText },
    })
  }
})
let vera: Person

/** Every field in which any URL is allowed. */
const linkFields: Record<string, (link: string) => Promise<{ status: number; body: unknown }>> = {
  'a resume': (user_resume_url) =>
    send(boris, 'POST', `/api/users/edit_user_resume_url/${boris.id}`, { user_resume_url }),
  'a portfolio link': (link_url) =>
    send(boris, 'POST', '/api/users/add_user_portfolio_link', { link_name: 'Работы', link_url }),
  'materials of a response': (materials_link) =>
    send(boris, 'POST', `/api/responses/${ids.response}/edit`, { materials_link }),
}

describe.each(Object.entries(linkFields))('%s', (_name, writeText) => {
  test('refuses addresses that are not plain https', async () => {
    const acceptedLinks: string[] = []
    for (const link of badLinks) if ((await writeText(link)).status !== 422) acceptedLinks.push(link)
    expect(acceptedLinks).toEqual([])
  })

  test('shows look-alike letters of a host as what they are', async () => {
    const { status, body } = await writeText('https://аpple.com/вход')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('https://xn--pple-43d.com/')
  })
})

describe.each(Object.entries(lookAlikes))('the page in %s', (network, addresses) => {
  test.each([...addresses, ...badLinks.filter((link) => /^\W*(java|data|vb|file|intent|<|")/i.test(link))])(
    'is not %j',
    async (address) => {
      const payload = { [network]: address }
      const { status, body } = await send(boris, 'POST', '/api/users/edit_user_social_links', payload)
      expect([status, body.code]).toEqual([422, 'invalid_input'])
    },
  )
})
