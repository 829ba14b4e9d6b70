import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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

const program = path.join(import.meta.dirname, '../../services/bot/main.ts')

/** Starts another bot process with changed settings, and waits for its end. */
function runBot(change: Record<string, string | undefined>) {
  const env = { ...process.env, ...world.env, OPS_PORT: '0', ...change }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, output: stdout + stderr }
}

test.each([
  ['the name of another bot', { BOT_USERNAME: 'another_bot' }, /BOT_USERNAME says @another_bot/],
  [
    'a token that Telegram does not know',
    { BOT_TOKEN: `12345:${'x'.repeat(35)}` },
    /Telegram does not know the token/,
  ],
  ['no token', { BOT_TOKEN: undefined }, /BOT_TOKEN: is missing; \.env\.example says what it is/],
  ['no staff chat', { OPS_CHAT_ID: '' }, /OPS_CHAT_ID: is missing/],
])(
  'a bot whose settings hold %s says so in one line without a stack, and ends with a code of its own',
  (_name, change, sentence) => {
    const { status, output } = runBot(change)
    expect(output).toMatch(sentence)
    const lines = output.trim().split('\n')
    expect(lines.filter((line) => /"level":60/.test(line))).toHaveLength(1)
    expect(output).not.toMatch(/"stack"|^ +at /m)
    expect(status).toBe(78)
    expect(output).not.toContain(world.env.BOT_TOKEN)
  },
)

test('of two bots that poll, one waits with a sentence; each message is answered once, and nobody ends', async () => {
  const second = spawn(process.execPath, [program], {
    env: { ...process.env, ...world.env, OPS_PORT: '0' },
    stdio: 'ignore',
  })
  onTestFinished(() => void second.kill('SIGKILL'))
  const readLog = () => readFileSync(path.join(world.logs, 'bot.log'), 'utf8')
  await expect.poll(readLog, { timeout: 20_000 }).toContain('another program asks Telegram for the updates')
  expect(await hasGreeting()).toContain('Здравствуйте')
  expect(readLog()).not.toContain('telegram gives no more updates')
  expect(second.exitCode).toBeNull()
  second.kill('SIGKILL')
  // The first one takes over by itself.
  const { message_id } = await world.telegram.post<Message>(`/users/${anna}/start`)
  await expect
    .poll(() => waitForReply(world, anna, message_id).catch(() => undefined), { timeout: 45_000 })
    .toBeDefined()
}, 90_000)
