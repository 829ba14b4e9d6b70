import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutableKinds, notificationKinds } from '#contract/notifications.ts'
import type { DeliveryKind, MessageKind, MessageKinds } from '#services/notifications/kinds.ts'
import { setMuted } from '#services/notifications/outbox/rules.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Every kind composes a text, so a missing message is due to the mute alone. */
const talkative: MessageKind<DeliveryKind> = async () => ({ text: 'Новость' })
const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, talkative])) as MessageKinds

let setup: WorkerSetup
let sending: ReturnType<typeof startTelegramDelivery>

beforeAll(async () => {
  setup = await setUpWorkers()
  await setup.telegram.post('/limits', { enabled: false })
  const config = { ...setup.ctx.config, TELEGRAM_RATE_SCALE: 100 }
  sending = startTelegramDelivery({ ...setup.ctx, config }, kinds)
})
afterAll(() => sending.stop())

async function tell(user_id: number, kind: string): Promise<void> {
  const now = setup.ctx.now().toISOString()
  const row = { user_id, kind, lane: 'transactional', payload: '{}', next_at: now, created_at: now } as const
  await setup.ctx.db
    .insertInto('deliveries')
    .values({ ...row, dedupe_key: crypto.randomUUID() })
    .execute()
}

/** The outcome of one message of every kind. */
async function fates(user_id: number): Promise<Record<string, string>> {
  const rows = await eventually(async () => {
    const all = await setup.ctx.db
      .selectFrom('deliveries')
      .select(['kind', 'state', 'error'])
      .where('user_id', '=', user_id)
      .execute()
    return all.every(({ state }) => state === 'sent' || state === 'failed') && all
  }, 60_000)
  return Object.fromEntries(rows.map(({ kind, state, error }) => [kind, error ?? state]))
}

const all = (fate: string) => Object.fromEntries(mutableKinds.map((kind) => [kind, fate]))

test('a kind that was muted never comes, a kind that is wanted does', async () => {
  const [silent, open] = [await insertPerson(setup), await insertPerson(setup)]
  for (const kind of mutableKinds) await setMuted(setup.ctx, silent.id, kind, true)
  for (const { id } of [silent, open]) for (const kind of mutableKinds) await tell(id, kind)
  expect(await fates(silent.id)).toEqual(all('muted'))
  expect(await fates(open.id)).toEqual(all('sent'))
})

test('a mute of one kind leaves the others, and is taken back', async () => {
  const half = await insertPerson(setup)
  for (const kind of ['new_order', 'response_shown'] as const) await setMuted(setup.ctx, half.id, kind, true)
  for (const kind of ['new_order', 'hot_order', 'response_shown', 'response_chosen'])
    await tell(half.id, kind)
  expect(await fates(half.id)).toEqual({
    new_order: 'muted',
    hot_order: 'sent',
    response_shown: 'muted',
    response_chosen: 'sent',
  })
  const again = await insertPerson(setup)
  for (const kind of mutableKinds) await setMuted(setup.ctx, again.id, kind, true)
  for (const kind of mutableKinds) await setMuted(setup.ctx, again.id, kind, false)
  for (const kind of mutableKinds) await tell(again.id, kind)
  expect(await fates(again.id)).toEqual(all('sent'))
})

test('a mute also holds for messages that already waited, and for a list kept in the settings', async () => {
  const { db } = setup.ctx
  const listed = await insertPerson(setup)
  await db
    .updateTable('users')
    .set({ muted_kinds: ['new_order', 'new_response'] })
    .where('id', '=', listed.id)
    .execute()
  for (const kind of ['new_order', 'new_response', 'hot_order']) await tell(listed.id, kind)
  expect(await fates(listed.id)).toEqual({ new_order: 'muted', new_response: 'muted', hot_order: 'sent' })
})
