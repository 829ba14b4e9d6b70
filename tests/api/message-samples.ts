import type { DeliveryPayloads } from '#services/notifications/kinds.ts'
import type { Api } from '#tests/support/api.ts'
import { publishedOrder } from '#tests/support/order-life.ts'
import { client, freelancer } from '#tests/support/people.ts'
import { placeRows } from '#tests/support/placing.ts'
import { categories, responseTo } from '#tests/support/sample.ts'

/** What each kind of message is about, and the states in which it has something to say. */
export type MessageSamples = {
  [K in keyof DeliveryPayloads]: {
    payload: DeliveryPayloads[K]
    status?: Record<string, string>
    /** What else the listing says then. */
    facts?: Record<string, string>
  }
}

/** A small market in which every kind of message can be said. */
export async function messageSamples(api: Api): Promise<MessageSamples> {
  const anna = await client(api)
  const boris = await freelancer(api, { category_id: categories.own })
  const { order, invoice } = await publishedOrder(api, {}, anna)
  const listing_id = order.id
  const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(listing_id))
  const body = { user1_id: boris.id, user2_id: anna.id, other_chat: true }
  const room = await boris.call('POST /chat/create_room', { body })
  const { id: reply_to } = await boris.call('POST /chat/send_msg', {
    body: { room_id: room.id, content: 'Когда начнём?' },
  })
  const message = await boris.call('POST /chat/send_msg', {
    body: { room_id: room.id, content: 'Добрый день', reply_to },
  })
  // An address in a published text waits for the moderators.
  const edit = { project_id: listing_id, title: 'Сайт https://evil.example/' }
  await anna.call('POST /api/projects/edit_project_title', { body: edit })
  await placeRows(api.owner, 'payments', {}, { state: 'refunded' })
  await api.ctx.db
    .insertInto('credits')
    .values({
      user_id: anna.id,
      product: 'project',
      reason: 'granted',
      source_payment_id: invoice.invoice_id,
    })
    .execute()
  const tasks = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select(['id', 'revision_id'])
    .orderBy('id')
    .execute()
  const [{ id: task_id = 0 } = {}, { id: waiting_id = 0, revision_id } = {}] = tasks
  const asked = { asked_by: anna.id, task_id: waiting_id, question: 'Что нарисовать?' }
  const [open, closed] = await api.ctx.db
    .insertInto('moderation_questions')
    .values([asked, { ...asked, answer: 'Знак', answered_at: '2026-01-01T00:00:00Z' }])
    .returning('id')
    .execute()
  const listing = { payload: { listing_id } }
  const response = (status: string, state = 'published') => ({
    payload: { response_id },
    status: { response: status, listing: state },
  })
  const atWork = (facts: Record<string, string>) => ({ status: { listing: 'in_progress' }, facts })
  const remark = { kind: 'return', step_text: 'Кнопка оплаты не видна.', author_id: anna.id } as const
  await api.ctx.db
    .insertInto('deal_steps')
    .values({ ...remark, listing_id })
    .execute()
  const { id: confirmation_id } = await api.ctx.db
    .insertInto('staff_confirmations')
    .values({
      ...{ user_id: anna.id, act: 'user.delete', input: JSON.stringify({ user_id: boris.id, force: false }) },
      expires_at: '2100-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const digest_id = await heldDigest(api, boris.id, listing_id)
  return {
    payment_confirmed: { ...listing, status: { listing: 'moderation' } },
    payment_refunded: { payload: { payment_id: invoice.invoice_id } },
    payment_credited: { payload: { payment_id: invoice.invoice_id } },
    listing_published: { ...listing, status: { listing: 'published' } },
    listing_rejected: { ...listing, status: { listing: 'rejected' } },
    listing_expiring: { ...listing, status: { listing: 'published' } },
    listing_expired: { ...listing, status: { listing: 'expired' } },
    listing_completed: { ...listing, status: { listing: 'completed' } },
    work_handed_in: { ...listing, ...atWork({ handed_in_at: '2026-02-27T09:00:00Z' }) },
    work_unanswered: { ...listing, ...atWork({ handed_in_at: '2026-02-27T09:00:00Z' }) },
    work_accepted: { ...listing, status: { listing: 'completed' } },
    work_returned: { ...listing, ...atWork({ returned_at: '2026-02-28T09:00:00Z' }) },
    work_due: { ...listing, ...atWork({ due_at: '2026-03-02T09:00:00Z' }) },
    new_order: { payload: { listing_id, why: 'skills' }, status: { listing: 'published' } },
    hot_order: { payload: { listing_id, why: 'category' }, status: { listing: 'published' } },
    digest: { payload: { digest_id }, status: { listing: 'published' } },
    new_response: response('no_show'),
    response_shown: response('shown'),
    response_shortlisted: response('shortlisted'),
    response_chosen: response('chosen'),
    response_declined: response('declined'),
    response_released: response('declined'),
    response_passed: response('not_chosen', 'in_progress'),
    revision_rejected: { payload: { revision_id: revision_id ?? 0 } },
    new_message: { payload: { message_id: message.id } },
    moderation_card: { payload: { task_id } },
    moderation_question: { payload: { question_id: open?.id ?? 0 } },
    moderation_answer: { payload: { question_id: closed?.id ?? 0 } },
    moderation_reminder: { payload: { task_ids: [waiting_id] }, status: { moderation: 'waiting' } },
    staff_confirmation: { payload: { confirmation_id } },
    account_blocked: { payload: { user_id: boris.id } },
    account_restored: { payload: { user_id: boris.id } },
    payment_question: { payload: { user_id: boris.id, text: '' } },
    client_error: { payload: { event_id: '' } },
    money_report: { payload: { day: '2026-11-21' } },
    operations_alarm: { payload: { alarm: 'dead_tasks', figure: 3 } },
  }
}

/** A digest that one message waits for. */
async function heldDigest({ ctx }: Api, user_id: number, listing_id: number): Promise<string> {
  const now = ctx.now().toISOString()
  const row = { user_id, lane: 'bulk', next_at: now, created_at: now } as const
  const { id } = await ctx.db
    .insertInto('deliveries')
    .values({ ...row, kind: 'digest', dedupe_key: 'digest:sample', payload: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payload = JSON.stringify({ listing_id, why: 'category' })
  const told = { ...row, kind: 'new_order', dedupe_key: 'held:sample', state: 'held', payload } as const
  await ctx.db
    .insertInto('deliveries')
    .values({ ...told, digest_id: id })
    .execute()
  return id
}
