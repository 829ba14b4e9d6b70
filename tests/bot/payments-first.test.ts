import { beforeAll, describe, expect, test } from 'vitest'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import { receiveUpdates } from '#services/bot/updates/webhook.ts'
import type { Config } from '#services/core/config/config.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openGate } from '#tests/support/servers/gate.ts'
import { roomScenes } from './room-scenes.ts'
import { openStars, type StarStage } from './star-scenes.ts'

/** Milliseconds that the Telegram stand-in needs to serve a file, as long as Telegram needs for a file of 19 MB. */
const slowMs = 12_000
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')

async function onWebhook(): Promise<Partial<Config>> {
  const port = await freePort()
  return {
    BOT_PORT: port,
    BOT_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
    APP_ORIGIN: `http://127.0.0.1:${port}`,
  }
}

const measureTime = async <T>(action: () => Promise<T>) => {
  const startedAt = performance.now()
  const result = await action()
  return { outcome: result, ms: performance.now() - startedAt }
}

describe.each([
  ['polling', pollUpdates, undefined],
  ['a webhook', receiveUpdates, onWebhook],
] as const)('by %s, with Redis away', (_name, startReceiving, change) => {
  let stars: StarStage
  let scenes: ReturnType<typeof roomScenes>
  beforeAll(async () => {
    stars = await openStars({ receiveUpdates: startReceiving, change })
    scenes = roomScenes({ ctx: stars.api.ctx, telegram: stars.telegram })
  })

  test('a payment is agreed to and booked beside a slow file of the payer, whose messages keep their order', async () => {
    const { anna, order, slug } = await stars.openInvoiced()
    const { room_id, noticeId } = await scenes.openNotifiedRoom(anna.account.id)
    await stars.telegram.post('/faults', { method: 'getFile', delay_ms: slowMs })
    const sendReply = (body: object) =>
      stars.telegram.post(`/users/${anna.account.id}/send`, { ...body, reply_to_message_id: noticeId })
    await sendReply({ document: { name: 'a.pdf', base64: pdf.toString('base64') }, caption: 'Файл' })
    await sendReply({ text: 'А это после файла' })
    await eventually(async () => (await stars.telegram.get<unknown[]>('/faults')).length === 0)
    const { outcome, ms } = await measureTime(() => stars.pay(anna, slug))
    expect(outcome).toEqual({ status: 'paid' })
    expect(ms).toBeLessThan(2000)
    await eventually(async () => (await stars.statusOf(order.id)) === 'moderation', 2000)
    const readWritten = async () => (await scenes.messagesOf(room_id)).slice(1).map(({ content }) => content)
    expect(await readWritten()).toEqual([])
    await expect.poll(readWritten, { timeout: slowMs + 10_000 }).toEqual(['Файл', 'А это после файла'])
  }, 40_000)

  test('files of one person, however many, hold up nobody else', async () => {
    const { anna } = await stars.openInvoiced()
    const { noticeId } = await scenes.openNotifiedRoom(anna.account.id)
    await stars.telegram.post('/limits', { enabled: false })
    await stars.telegram.post('/faults', { method: 'getFile', delay_ms: 4000 })
    const id = anna.account.id
    const picture = { document: { name: 'a.pdf', base64: Buffer.from('%PDF-1.7\n').toString('base64') } }
    await stars.telegram.post(`/users/${id}/send`, { ...picture, reply_to_message_id: noticeId })
    for (let sentCount = 0; sentCount < 520; sentCount++)
      await stars.telegram.post(`/users/${id}/send`, { text: `${sentCount}` })
    const { ms } = await measureTime(() => scenes.startPerson())
    expect(ms).toBeLessThan(2500)
  }, 180_000)

  test('an answer that was lost with its connection is given again', async () => {
    const { anna, slug } = await stars.openInvoiced()
    await stars.telegram.post('/faults', { method: 'answerPreCheckoutQuery', drop: 'before' })
    expect(await stars.pay(anna, slug)).toEqual({ status: 'paid' })
  })
})

describe.each([
  ['polling', pollUpdates, undefined],
  ['a webhook', receiveUpdates, onWebhook],
] as const)('by %s, with a Postgres that', (_name, startReceiving, change) => {
  let gate: Awaited<ReturnType<typeof openGate>>
  let stars: StarStage
  beforeAll(async () => {
    stars = await openStars({
      receiveUpdates: startReceiving,
      async change(config) {
        const url = new URL(config.DATABASE_URL)
        gate = await openGate(Number(url.port))
        url.host = `127.0.0.1:${gate.port}`
        return { ...(await change?.()), DATABASE_URL: url.href }
      },
    })
    return () => gate.close()
  })

  test('hangs, a payment is refused with words in time, also behind messages that cannot be stored', async () => {
    const { anna, slug } = await stars.openInvoiced()
    const { id } = anna.account
    gate.hang()
    for (const text of ['/start', '/help', 'Здравствуйте'])
      await stars.telegram.post(`/users/${id}/send`, { text })
    const { outcome, ms } = await measureTime(() => stars.pay(anna, slug))
    expect(outcome.reason).toContain('Не получилось проверить счёт')
    expect(ms).toBeLessThan(8000)
  }, 180_000)
})
