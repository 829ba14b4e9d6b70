import { beforeAll, expect, test } from 'vitest'
import { withFooter } from '#services/notifications/kind-settings.ts'
import type { MessageKinds, Outgoing, Recipient } from '#services/notifications/kinds.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { placeRows } from '#tests/support/placing.ts'
import { everyMessage } from '#workers/every-message.ts'
import { texts } from './hostile-corpus.ts'
import { type MessageSamples, messageSamples } from './message-samples.ts'

/** Long enough to be seen whole in every message, and hostile in HTML, in templates and in both together. */
const samples = texts.filter((text) => /[<>&"{$]/.test(text)).filter((text) => [...text].length <= 40)

type Kind = keyof MessageKinds
const kinds: MessageKinds = everyMessage

/** Messages without a word of anybody else. */
const ownWords: Kind[] = [
  'account_restored',
  'operations_alarm',
  'money_report',
  'restore_drill',
  'moderation_file',
  'support_told',
]

let api: Api
let about: MessageSamples

/** The same hostile text wherever people's words can stand. */
async function rename(
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
    ...{ handed_in_at: null, returned_at: null, due_at: null, ...facts },
  }
  await placeRows(api.owner, 'listings', {}, changes as object)
  await db
    .updateTable('orders')
    .set({ subtitle: `Нужно ${text}`.padEnd(10, '.') })
    .execute()
  const said = { response_text: text, ...(response && { status: response }) }
  await placeRows(api.owner, 'responses', {}, said as object)
  await db.updateTable('warnings').set({ reason: text }).execute()
  await api.owner.updateTable('deal_steps').set({ step_text: text }).execute()
  await db.updateTable('chat_messages').set({ content: text }).execute()
  await db.updateTable('moderation_questions').set({ question: text }).where('answer', 'is', null).execute()
  await db.updateTable('moderation_questions').set({ answer: text }).where('answer', 'is not', null).execute()
  const decided = { state: 'rejected', decided_by: 1, effective_at: '2026-01-01T00:00:00Z' } as const
  const waiting = { state: 'open', decided_by: null, effective_at: null } as const
  await placeRows(
    api.owner,
    'moderation_tasks',
    {},
    { reason: text, ...(moderation === 'waiting' ? waiting : decided) },
  )
}

async function compose<K extends Kind>(kind: K, reader: Recipient): Promise<Outgoing | null> {
  const said = await kinds[kind].compose(api.ctx, about[kind].payload as never, reader)
  return said && withFooter(kind, said, reader)
}

beforeAll(async () => {
  api = await openApi()
  about = await messageSamples(api)
})

/** Tags that our own words contain; nothing else may look like one. */
const ours =
  /<\/?(?:b|i|u|s|code|pre|blockquote)>|<tg-time unix="\d+" format="Dt">|<\/tg-time>|<a href="https:\/\/(?:t\.me\/[\w?=&;]*|example\.org\/site)">|<\/a>/g
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function readable(html: string): string {
  return html.replace(ours, '').replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? '')
}

test.each(Object.keys(kinds) as Kind[])('%s says hostile words as they were written', async (kind) => {
  const { db } = api.ctx
  for (const text of samples) {
    await rename(text, about[kind].status, about[kind].facts)
    if (kind === 'account_blocked' || kind === 'account_restored')
      await db
        .updateTable('users')
        .set({ status: kind === 'account_blocked' ? 'blocked' : 'active' })
        .execute()
    await db.updateTable('support_messages').set({ content: text }).execute()
    if (kind === 'client_error') {
      await api.server.inject({ method: 'POST', url: '/api/app/client_error', payload: { message: text } })
      const event = db
        .selectFrom('events')
        .select('id')
        .where('topic', '=', 'client.failed')
        .orderBy('id', 'desc')
      about.client_error.payload.event_id = String((await event.executeTakeFirstOrThrow()).id)
    }
    for (const language of ['ru', 'en'] as const) {
      const said = await compose(kind, { chat_id: 1, language, is_private: true })
      expect({ kind, text, said }).toMatchObject({ said: { text: expect.any(String) } })
      const html = said?.text ?? ''
      // What is left without our tags holds no tag and no bare ampersand.
      const rest = html.replace(ours, '')
      expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot);)/)
      if (!ownWords.includes(kind)) expect(readable(html)).toContain(text)
    }
  }
})
