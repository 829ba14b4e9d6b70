import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
let boris: Person
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api)
})

const postJson = (url: string, payload: object = {}) =>
  api.server.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${boris.token}` } })

describe('social links', () => {
  const sendLinks = (links: object) =>
    postJson(`/api/users/edit_user_social_links?user_id=${boris.id}`, links)

  test('are kept as addresses of their networks, and go when they are empty', async () => {
    const first = await sendLinks({ instagram: '@boris.b', vk: 'https://vk.com/boris', unknown: 'x' })
    expect(first.json().social_links).toMatchObject({
      instagram: 'https://instagram.com/boris.b',
      vk: 'https://vk.com/boris',
      tiktok: null,
    })
    const second = await sendLinks({ links: { vk: '', whatsapp: '+7 999 123-45-67' } })
    expect(second.json().social_links).toMatchObject({
      instagram: 'https://instagram.com/boris.b',
      vk: null,
      whatsapp: 'https://wa.me/79991234567',
    })
  })

  test('name every one that leads elsewhere, and keep none of them', async () => {
    const answer = await sendLinks({
      youtube: 'https://evil.example/@b',
      tiktok: 'javascript:alert(1)',
      vk: 'ok_name',
    })
    expect(answer.json()).toMatchObject({ code: 'invalid_input' })
    expect(
      answer
        .json()
        .details.fields.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['tiktok', 'youtube'])
    const { user } = await boris.call('GET /api/users/full_user_info', { query: { user_id: boris.id } })
    expect(user.social_links.vk).toBeNull()
  })
})

test('notification settings keep kinds, hours and zone, and refuse what cannot be', async () => {
  const saveSettings = (body: object) => boris.call('POST /api/users/notification_settings', { body })
  const newSettings = {
    muted_kinds: ['new_order' as const],
    quiet_from: '22:30',
    quiet_to: 480,
    time_zone: 'Europe/Moscow',
  }
  expect(await saveSettings(newSettings)).toMatchObject({ ...newSettings, quiet_from: 1350, quiet_to: 480 })
  expect(await saveSettings({ is_notify_new_order: 'false' })).toMatchObject({
    is_notify_new_order: false,
    quiet_from: 1350,
  })
  for (const invalidSettings of [
    { quiet_from: 10 },
    { quiet_from: 10, quiet_to: null },
    { time_zone: 'Mars/Olympus' },
    { muted_kinds: ['all'] },
    { quiet_from: 1440, quiet_to: 1 },
    { quiet_from: 480, quiet_to: 480 },
  ])
    expect(await codeOf(saveSettings(invalidSettings)), JSON.stringify(invalidSettings)).toBe('invalid_input')
  expect(await saveSettings({ quiet_from: null, quiet_to: null })).toMatchObject({
    quiet_from: null,
    quiet_to: null,
  })
})
