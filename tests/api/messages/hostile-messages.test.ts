import { beforeAll, expect, test } from 'vitest'
import type { MessageKinds, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { withFooter } from '#services/notifications/outbox/mute-footer.ts'
import { texts } from '#tests/api/http/hostile/corpus.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { type MessageSamples, messageSamples } from './message-samples.ts'

/** Hostile texts with HTML, template syntax or both. They are short enough to appear untruncated in every message. */
const samples = everyNth(
  4,
  texts.filter((text) => /[<>&"{$]/.test(text)).filter((text) => [...text].length <= 40),
)

type Kind = keyof MessageKinds
const kinds: MessageKinds = everyMessage

/** Kinds of messages that contain no text of people. */
const kindsWithOwnText: Kind[] = [
  'account_restored',
  'file_copy',
  'operations_alarm',
  'money_report',
  'payment_case',
  'restore_drill',
  'staff_chat',
  'moderation_file',
  'support_told',
  'update_given_up',
]

let api: Api
let messages: MessageSamples

/** Stores the same hostile text in every field that contains text of people. */
async function renamePerson(
  text: string,
  { listing, response, moderation }: Record<string, string> = {},
  facts: Record<string, string | number> = {},
): Promise<void> {
  const { db } = api.ctx
  const full_name = text
  await db.updateTable('users').set({ full_name, block_reason: text }).execute()
  const changes = {
    title: text,
    rejection_reason: text,
    skills: [text],
    urgent: true,
    ...(listing && { status: listing, hidden_reason: null }),
    handed_in_at: null,
    returned_at: null,
    due_at: null,
    ...facts,
  }
  await placeRows(api.owner, 'listings', { audience: 'public' }, changes as object)
  await db
    .updateTable('orders')
    .set({ subtitle: `Нужно ${text}`.padEnd(10, '.') })
    .execute()
  const answers = JSON.stringify([{ question: text, answer: text }])
  await db.updateTable('user_services').set({ name: text }).execute()
  const ends_at = new Date(api.ctx.now().getTime() + 60_000).toISOString()
  await db.updateTable('service_requests').set({ service_name: text, answers, ends_at }).execute()
  await db
    .updateTable('service_requests')
    .set({ counter_reason: text })
    .where('countered_at', 'is not', null)
    .execute()
  const responseColumns = { response_text: text, ...(response && { status: response }) }
  await placeRows(api.owner, 'responses', {}, responseColumns as object)
  await db.updateTable('warnings').set({ reason: text }).execute()
  await api.owner.updateTable('deal_steps').set({ step_text: text }).execute()
  await db.updateTable('chat_messages').set({ content: text }).execute()
  await db.updateTable('moderation_questions').set({ question: text }).where('answer', 'is', null).execute()
  await db.updateTable('moderation_questions').set({ answer: text }).where('answer', 'is not', null).execute()
  const decisionColumns = { state: 'rejected', decided_by: 1, effective_at: '2026-01-01T00:00:00Z' } as const
  const waitingColumns = { state: 'open', decided_by: null, effective_at: null } as const
  await placeRows(
    api.owner,
    'moderation_tasks',
    {},
    { reason: text, ...(moderation === 'waiting' ? waitingColumns : decisionColumns) },
  )
}

async function compose<K extends Kind>(kind: K, reader: Recipient): Promise<Outgoing | null> {
  const { payload, user_id } = messages[kind]
  const message = await kinds[kind].compose(api.ctx, payload as never, { ...reader, user_id })
  return message && withFooter(kind, message, reader)
}

beforeAll(async () => {
  api = await openApi()
  messages = await messageSamples(api)
})

/** Tags that our own texts contain. No other part of a message may look like a tag. */
const ownTags =
  /<\/?(?:b|i|u|s|code|pre|blockquote)>|<tg-time unix="\d+" format="Dt">|<\/tg-time>|<a href="https:\/\/(?:t\.me\/[\w?=&;]*|example\.org\/site)">|<\/a>/g
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function textOf(html: string): string {
  return html.replace(ownTags, '').replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? '')
}

/** Kinds of messages, grouped by the database state that they need, so that each state is set up once. */
function groupsOfKinds(): Kind[][] {
  const groups = Map.groupBy(Object.keys(kinds) as Kind[], (kind) => {
    const { status, listingColumns } = messages[kind]
    return JSON.stringify([status, listingColumns, accountOf[kind], kind === 'client_error'])
  })
  return [...groups.values()]
}
const accountOf: { [K in Kind]?: 'blocked' | 'active' } = {
  account_blocked: 'blocked',
  account_restored: 'active',
}

async function failWith(message: string): Promise<void> {
  await api.server.inject({ method: 'POST', url: '/api/app/client_error', payload: { message } })
  const events = api.ctx.db.selectFrom('events').select('id').where('topic', '=', 'client.failed')
  const { id } = await events.orderBy('id', 'desc').executeTakeFirstOrThrow()
  messages.client_error.payload.event_id = String(id)
}

test.each(samples)('every message says %j as it was written', async (text) => {
  const { db } = api.ctx
  await db.updateTable('support_messages').set({ content: text }).execute()
  for (const group of groupsOfKinds()) {
    const [first] = group as [Kind, ...Kind[]]
    await renamePerson(text, messages[first].status, messages[first].listingColumns)
    const status = accountOf[first]
    if (status) await db.updateTable('users').set({ status }).execute()
    if (first === 'client_error') await failWith(text)
    for (const kind of group)
      for (const language of ['ru', 'en'] as const) await readBack(kind, text, language)
  }
})

async function readBack(kind: Kind, text: string, language: 'ru' | 'en'): Promise<void> {
  const message = await compose(kind, { chat_id: 1, language, is_private: true })
  expect({ kind, text, said: message }).toMatchObject({ said: { text: expect.any(String) } })
  const html = message?.text ?? ''
  // When our own tags are removed, the message contains no tag and no unescaped ampersand.
  expect({ kind, rest: html.replace(ownTags, '') }).toEqual({
    kind,
    rest: expect.not.stringMatching(/[<>]|&(?!(?:amp|lt|gt|quot);)/),
  })
  if (!kindsWithOwnText.includes(kind))
    expect({ kind, said: textOf(html) }).toEqual({ kind, said: expect.stringContaining(text) })
}
