import { afterEach, expect, test } from 'vitest'
import { bob, type Rig, telegramWithBot } from './rig.ts'

let rig: Rig
afterEach(() => rig.telegram.close())

test('more than the burst of one chat in a second meets 429 with the time to wait', async () => {
  rig = await telegramWithBot()
  await rig.post(`/users/${bob}/start`)
  for (let count = 0; count < 3; count++) await rig.api.sendMessage(bob, `${count}`)
  await expect(rig.api.sendMessage(bob, '4')).rejects.toMatchObject({
    error_code: 429,
    parameters: { retry_after: 1 },
  })
  expect(await rig.get('/limits')).toMatchObject({ refused: 1 })
})

test('limits multiply with their scale and the clock runs faster when told', async () => {
  rig = await telegramWithBot()
  await rig.post(`/users/${bob}/start`)
  await rig.post('/settings', { time_scale: 50 })
  for (let count = 0; count < 8; count++) {
    await rig.api.sendMessage(bob, `${count}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  await rig.post('/settings', { time_scale: 1 })
  await rig.post('/limits', { scale: 1000 })
  const sentMessages = await Promise.all(
    Array.from({ length: 30 }, (_, count) => rig.api.sendMessage(bob, `s${count}`).catch(() => undefined)),
  )
  expect(sentMessages.filter(Boolean).length).toBeGreaterThan(3)
})

test('faults strike the chosen calls so many times', async () => {
  rig = await telegramWithBot()
  await rig.post(`/users/${bob}/start`)
  await rig.post('/faults', {
    method: 'sendMessage',
    match: 'секрет',
    error_code: 500,
    description: 'Internal Server Error',
  })
  await expect(rig.api.sendMessage(bob, 'обычное')).resolves.toBeTruthy()
  await expect(rig.api.sendMessage(bob, 'секрет')).rejects.toMatchObject({ error_code: 500 })
  await expect(rig.api.sendMessage(bob, 'секрет')).resolves.toBeTruthy()
})

test('a lost answer leaves the message sent', async () => {
  rig = await telegramWithBot()
  await rig.post(`/users/${bob}/start`)
  await rig.post('/faults', { method: 'sendMessage', drop: 'after' })
  await expect(rig.api.sendMessage(bob, 'дошло ли?')).rejects.toThrow(/Network request/)
  expect(await rig.get(`/messages?chat_id=${bob}&text=дошло`)).toHaveLength(1)
})

test('a reset forgets what was said and keeps the people', async () => {
  rig = await telegramWithBot()
  await rig.post(`/users/${bob}/start`)
  await rig.post('/reset')
  expect(await rig.get('/messages')).toEqual([])
  expect(await rig.get('/users')).toHaveLength(2)
  await expect(rig.api.sendMessage(bob, 'кто вы?')).rejects.toMatchObject({ error_code: 403 })
})
