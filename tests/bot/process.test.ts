import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { type Message, waitForReply } from './telegram.ts'

let world: World
const anna = 5_000_000_000_000_011

beforeAll(async () => {
  world = await startWorld({ roles: ['telegram', 'bot'] })
})
afterAll(() => world?.stop())

const hasGreeting = async () => {
  const { message_id } = await world.telegram.post<Message>(`/users/${anna}/start`)
  return (await waitForReply(world, anna, message_id)).text
}

test('the bot answers, shows its menu, and answers again after it was killed', async () => {
  expect(await hasGreeting()).toContain('Здравствуйте')
  const [chat] = await world.telegram.get<{ menu_button: unknown; commands: unknown[] }[]>(
    `/chats?user_id=${anna}`,
  )
  expect(chat?.menu_button).toMatchObject({ type: 'web_app', text: 'Открыть' })
  expect(chat?.commands).toHaveLength(8)
  await world.kill('bot')
  const startMessage = await world.telegram.post<Message>(`/users/${anna}/start`)
  await world.restart('bot')
  expect((await waitForReply(world, anna, startMessage.message_id)).text).toContain('Здравствуйте')
})

test('a bot whose name is not the one of the settings says so and ends', () => {
  const program = path.join(import.meta.dirname, '../../services/bot/main.ts')
  const env = { ...process.env, ...world.env, BOT_USERNAME: 'another_bot', OPS_PORT: '0' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env,
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(stdout).toContain('BOT_USERNAME says @another_bot')
  expect(status).not.toBe(0)
  expect(stdout + stderr).not.toContain(world.env.BOT_TOKEN)
})
