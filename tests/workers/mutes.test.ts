import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutableKinds, notificationKinds } from '#contract/notifications.ts'
import type { DeliveryKind, MessageKind, MessageKinds } from '#services/notifications/kinds.ts'
import { setMuted } from '#services/notifications/outbox/rules.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Each kind of notification composes a text here, so a notification is missing only if it is muted. */
const plainKind: MessageKind<DeliveryKind> = { compose: async () => ({ text: 'Новость' }) }
const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, plainKind])) as MessageKinds

let setup: WorkerSetup
let sender: ReturnType<typeof startTelegramDelivery>

beforeAll(async () => {
  setup = await setUpWorkers()
  await setup.telegram.post('/limits', { enabled: false })
  const config = { ...setup.ctx.config, TELEGRAM_RATE_SCALE: 100 }
  sender = startTelegramDelivery({ ...setup.ctx, config }, kinds)
})
afterAll(() => sender.stop())

async function queueKind(user_id: number, kind: string): Promise<void> {
  const now = setup.ctx.now().toISOString()
  const row = { user_id, kind, lane: 'transactional', payload: '{}', next_at: now, created_at: now } as const
  await setup.ctx.db
    .insertInto('deliveries')
    .values({ ...row, dedupe_key: crypto.randomUUID() })
    .execute()
}

/** Returns the outcome of a person's notifications by kind: the error if there is one, else the state. */
async function readOutcomes(user_id: number): Promise<Record<string, string>> {
  const rows = await eventually(async () => {
    const deliveries = await setup.ctx.db
      .selectFrom('deliveries')
      .select(['kind', 'state', 'error'])
      .where('user_id', '=', user_id)
      .execute()
    return deliveries.every(({ state }) => state === 'sent' || state === 'failed') && deliveries
  }, 180_000)
  return Object.fromEntries(rows.map(({ kind, state, error }) => [kind, error ?? state]))
}

const everyKind = (outcome: string) => Object.fromEntries(mutableKinds.map((kind) => [kind, outcome]))

test('a kind that was muted never comes, a kind that is wanted does', async () => {
  const [mutedPerson, openPerson] = [await insertPerson(setup), await insertPerson(setup)]
  for (const kind of mutableKinds) await setMuted(setup.ctx, mutedPerson.id, kind, true)
  for (const { id } of [mutedPerson, openPerson]) for (const kind of mutableKinds) await queueKind(id, kind)
  expect(await readOutcomes(mutedPerson.id)).toEqual(everyKind('muted'))
  expect(await readOutcomes(openPerson.id)).toEqual(everyKind('sent'))
})

test('a mute of one kind leaves the others, and is taken back', async () => {
  const halfMuted = await insertPerson(setup)
  for (const kind of ['new_order', 'response_shown'] as const)
    await setMuted(setup.ctx, halfMuted.id, kind, true)
  for (const kind of ['new_order', 'hot_order', 'response_shown', 'response_chosen'])
    await queueKind(halfMuted.id, kind)
  expect(await readOutcomes(halfMuted.id)).toEqual({
    new_order: 'muted',
    hot_order: 'sent',
    response_shown: 'muted',
    response_chosen: 'sent',
  })
  const unmutedPerson = await insertPerson(setup)
  for (const kind of mutableKinds) await setMuted(setup.ctx, unmutedPerson.id, kind, true)
  for (const kind of mutableKinds) await setMuted(setup.ctx, unmutedPerson.id, kind, false)
  for (const kind of mutableKinds) await queueKind(unmutedPerson.id, kind)
  expect(await readOutcomes(unmutedPerson.id)).toEqual(everyKind('sent'))
})

test('a mute also holds for messages that already waited, and for a list kept in the settings', async () => {
  const { db } = setup.ctx
  const listedUser = await insertPerson(setup)
  await db
    .updateTable('users')
    .set({ muted_kinds: ['new_order', 'new_response'] })
    .where('id', '=', listedUser.id)
    .execute()
  for (const kind of ['new_order', 'new_response', 'hot_order']) await queueKind(listedUser.id, kind)
  expect(await readOutcomes(listedUser.id)).toEqual({
    new_order: 'muted',
    new_response: 'muted',
    hot_order: 'sent',
  })
})
