import { beforeAll, expect, test } from 'vitest'
import { moderationCard } from '#services/moderation/card.ts'
import type { DeliveryPayloads, Outgoing, Reader } from '#services/notifications/kinds.ts'
import { messages } from '#services/notifications/messages.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { publishedOrder } from '#tests/support/order-life.ts'
import { client, freelancer } from '#tests/support/people.ts'
import { categories, responseTo } from '#tests/support/sample.ts'
import { texts } from './hostile-corpus.ts'

/** Long enough to be seen whole in every message, and hostile in HTML, in templates and in both together. */
const samples = texts.filter((text) => /[<>&"{$]/.test(text)).filter((text) => [...text].length <= 40)

type Kinds = typeof messages & { moderation_card: typeof moderationCard }
type Kind = keyof Kinds
const kinds: Kinds = { ...messages, moderation_card: moderationCard }

let api: Api
/** What each message is about, and the state in which it has something to say. */
let about: { [K in Kind]: { payload: DeliveryPayloads[K]; status?: Record<string, string> } }

/** The same hostile text wherever people's words can stand. */
async function rename(text: string, { listing, response }: Record<string, string> = {}): Promise<void> {
  const { db } = api.ctx
  const full_name = text
  await db.updateTable('users').set({ full_name, block_reason: text }).execute()
  const changes = { title: text, rejection_reason: text, skills: [text], ...(listing && { status: listing }) }
  await db
    .updateTable('listings')
    .set(changes as object)
    .execute()
  await db
    .updateTable('orders')
    .set({ subtitle: `Нужно ${text}`.padEnd(10, '.') })
    .execute()
  const said = { response_text: text, ...(response && { status: response }) }
  await db
    .updateTable('responses')
    .set(said as object)
    .execute()
  await db.updateTable('chat_messages').set({ content: text }).execute()
  await db
    .updateTable('moderation_tasks')
    .set({ reason: text, state: 'rejected', decided_by: 1, effective_at: '2026-01-01T00:00:00Z' })
    .execute()
}

async function compose<K extends Kind>(kind: K, reader: Reader): Promise<Outgoing | null> {
  const { payload } = about[kind]
  return kinds[kind].compose(api.ctx, payload as never, reader)
}

beforeAll(async () => {
  api = await openApi()
  const anna = await client(api)
  const boris = await freelancer(api, { category_id: categories.own })
  const { order, invoice } = await publishedOrder(api, {}, anna)
  const listing_id = order.id
  const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(listing_id))
  const body = { user1_id: boris.id, user2_id: anna.id, other_chat: true }
  const room = await boris.call('POST /chat/create_room', { body })
  const letter = await boris.call('POST /chat/send_msg', {
    body: { room_id: room.id, content: 'Добрый день' },
  })
  // An address in a published text waits for the moderators.
  const edit = { project_id: listing_id, title: 'Сайт https://evil.example/' }
  await anna.call('POST /api/projects/edit_project_title', { body: edit })
  await api.ctx.db.updateTable('payments').set({ state: 'refunded' }).execute()
  const tasks = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select(['id', 'revision_id'])
    .orderBy('id')
    .execute()
  const [{ id: task_id = 0 } = {}, { revision_id } = {}] = tasks
  const listing = { payload: { listing_id } }
  const response = (status: string, state = 'published') => ({
    payload: { response_id },
    status: { response: status, listing: state },
  })
  about = {
    payment_confirmed: { ...listing, status: { listing: 'moderation' } },
    payment_refunded: { payload: { payment_id: invoice.invoice_id } },
    listing_published: { ...listing, status: { listing: 'published' } },
    listing_rejected: { ...listing, status: { listing: 'rejected' } },
    listing_expiring: { ...listing, status: { listing: 'published' } },
    listing_expired: { ...listing, status: { listing: 'expired' } },
    listing_completed: { ...listing, status: { listing: 'completed' } },
    new_order: { payload: { listing_id, why: 'skills' }, status: { listing: 'published' } },
    new_response: response('no_show'),
    response_chosen: response('chosen'),
    response_declined: response('declined'),
    response_released: response('declined'),
    response_passed: response('not_chosen', 'in_progress'),
    revision_rejected: { payload: { revision_id: revision_id ?? 0 } },
    new_message: { payload: { message_id: letter.id } },
    moderation_card: { payload: { task_id } },
    account_blocked: { payload: { user_id: boris.id } },
    account_restored: { payload: { user_id: boris.id } },
    payment_question: { payload: { user_id: boris.id, text: '' } },
    client_error: { payload: { event_id: '' } },
  }
})

/** Tags that our own words contain; nothing else may look like one. */
const ours = /<\/?(?:b|i|code|pre|blockquote)>|<a href="https:\/\/t\.me\/[\w?=&;]*">|<\/a>/g
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function readable(html: string): string {
  return html.replace(ours, '').replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? '')
}

test.each(Object.keys(kinds) as Kind[])('%s says hostile words as they were written', async (kind) => {
  const { db } = api.ctx
  for (const text of samples) {
    await rename(text, about[kind].status)
    if (kind === 'account_blocked' || kind === 'account_restored')
      await db
        .updateTable('users')
        .set({ status: kind === 'account_blocked' ? 'blocked' : 'active' })
        .execute()
    about.payment_question.payload.text = text
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
      if (kind !== 'account_restored') expect(readable(html)).toContain(text)
    }
  }
})
