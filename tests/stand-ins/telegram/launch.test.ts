import { isValid, parse } from '@tma.js/init-data-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, bob, type Rig, telegramWithBot, token } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await telegramWithBot()
})
afterAll(() => rig.telegram.close())

const openApp = (body: object) => rig.post<{ url: string; init_data: string }>(`/users/${ada}/open`, body)

test('launch data is what the library of Telegram developers accepts', async () => {
  const { init_data } = await rig.get<{ init_data: string }>(`/users/${ada}/init-data?start_param=page_x`)
  expect(isValid(init_data, token)).toBe(true)
  expect(isValid(init_data, '7000000000:another')).toBe(false)
  expect(isValid(init_data.replace('page_x', 'page_y'), token)).toBe(false)
  const parsedData = parse(init_data)
  expect(parsedData).toMatchObject({
    start_param: 'page_x',
    user: { id: ada, username: 'ada' },
    chat_type: 'sender',
  })
  expect(parsedData.signature.length).toBeGreaterThan(80)
})

test('age can be asked for, also in the future', async () => {
  const { init_data } = await rig.get<{ init_data: string }>(`/users/${ada}/init-data?age=90000`)
  expect(isValid(init_data, token)).toBe(false)
  expect(isValid(init_data, token, { expiresIn: 0 })).toBe(true)
})

test('a link carries its parameter in the query and in the data; a button carries a query instead', async () => {
  const link = await openApp({ startapp: 'page_order___orderId_12' })
  expect(new URL(link.url).searchParams.get('tgWebAppStartParam')).toBe('page_order___orderId_12')
  expect(parse(link.init_data).start_param).toBe('page_order___orderId_12')
  const button = await openApp({ url: `${rig.telegram.origin}/?startapp=abc` })
  expect(new URL(button.url).search).toBe('?startapp=abc')
  expect(parse(button.init_data).query_id).toBeTruthy()
  expect(parse(button.init_data).start_param).toBeUndefined()
  await expect(openApp({ startapp: 'так нельзя' })).resolves.toMatchObject({
    error: 'Bad Request: START_PARAM_INVALID',
  })
})

test('each client writes the theme its own way', async () => {
  const params = async (profile: string) => {
    const { url } = await openApp({ startapp: '', profile, theme: 'green' })
    return new URLSearchParams(new URL(url).hash.slice(1))
  }
  expect(JSON.parse((await params('ios')).get('tgWebAppThemeParams') ?? '').bg_color).toBe('#282e33')
  expect(JSON.parse((await params('weba')).get('tgWebAppThemeParams') ?? '').bg_color).toBe('#282e33ff')
  expect((await params('notheme')).has('tgWebAppThemeParams')).toBe(false)
  expect((await params('old')).get('tgWebAppVersion')).toBe('6.0')
})

test('a shared phone comes signed and as a message of its owner', async () => {
  const sharedContact = await rig.post<{
    contact: string
    message: { contact: object; from: { id: number } }
  }>(`/users/${bob}/contact`)
  expect(sharedContact.message).toMatchObject({
    from: { id: bob },
    contact: { user_id: bob, phone_number: '79990000002' },
  })
  expect(isValid(sharedContact.contact, token)).toBe(true)
  expect(JSON.parse(new URLSearchParams(sharedContact.contact).get('contact') ?? '')).toMatchObject({
    user_id: bob,
  })
})
