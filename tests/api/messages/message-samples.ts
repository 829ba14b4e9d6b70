import { type Insertable, sql } from 'kysely'
import type { ListingStatus } from '#contract/lifecycle.ts'
import type { RequestEnd } from '#contract/service-requests.ts'
import type { ServiceRequests } from '#db/tables/service-requests.ts'
import type { DeliveryPayloads } from '#services/notifications/kinds.ts'
import type { Api } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer } from '#tests/support/people/people.ts'
import { supportTalk } from '#tests/support/people/support-talk.ts'

/** For each kind of message: its payload, and the states of the listing in which the message has a text. */
export type MessageSamples = {
  [K in keyof DeliveryPayloads]: {
    payload: DeliveryPayloads[K]
    status?: Record<string, string>
    /** Columns that the listing needs for this message besides its state. */
    listingColumns?: Record<string, string | number>
    /** Reader of a message that says different things to different people. */
    user_id?: number
  }
}

/** Creates people, listings and other rows, so that every kind of message can be composed. */
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
  // A URL in the edit of a published listing makes the edit wait for moderators.
  const editFields = { project_id: listing_id, title: 'Сайт https://evil.example/' }
  await anna.call('POST /api/projects/edit_project_title', { body: editFields })
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
  const payment = await heldPayment(api, anna.id, listing_id)
  const tasks = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select(['id', 'revision_id'])
    .orderBy('id')
    .execute()
  const [{ id: task_id = 0 } = {}, { id: waiting_id = 0, revision_id } = {}] = tasks
  await api.ctx.db
    .updateTable('moderation_tasks')
    .set({ lapsed_decider: anna.id })
    .where('id', '=', waiting_id)
    .execute()
  const editedFields = {
    changes: JSON.stringify({ listing: { title: 'Сайт', price: 9_000_000 }, text: { subtitle: 'Новое' } }),
    previous: JSON.stringify({
      listing: { title: 'Логотип', price: 4_000_000 },
      text: { subtitle: 'Старое' },
    }),
  }
  const { id: edit_id } = await api.ctx.db
    .insertInto('listing_revisions')
    .values({ listing_id, state: 'approved', ...editedFields, created_at: '2026-02-28T09:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const questionFields = { asked_by: anna.id, task_id: waiting_id, question: 'Что нарисовать?' }
  const [open, closed] = await api.ctx.db
    .insertInto('moderation_questions')
    .values([questionFields, { ...questionFields, answer: 'Знак', answered_at: '2026-01-01T00:00:00Z' }])
    .returning('id')
    .execute()
  const { act_id, appeal_id, report_id, warning_id } = await takedown(api, listing_id, anna.id, boris.id)
  const takenDown = { status: { listing: 'hidden' }, listingColumns: { hidden_reason: 'staff' } }
  const listing = { payload: { listing_id } }
  const response = (status: string, state = 'published') => ({
    payload: { response_id },
    status: { response: status, listing: state },
  })
  const executor_id = boris.id
  const atWork = (facts: Record<string, string>) => ({
    status: { listing: 'in_progress', response: 'chosen' },
    listingColumns: { ...facts, executor_id },
  })
  const doneFields = {
    status: { listing: 'completed' },
    listingColumns: { executor_id, completed_at: '2026-02-28T09:00:00Z' },
  }
  const returnStep = { kind: 'return', step_text: 'Кнопка оплаты не видна.', author_id: anna.id } as const
  const link = 'https://example.org/site'
  const handInStep = {
    kind: 'hand_in',
    step_text: '14 экранов и прототип',
    link,
    author_id: boris.id,
  } as const
  for (const step of [handInStep, returnStep])
    await api.ctx.db
      .insertInto('deal_steps')
      .values({ ...step, listing_id })
      .execute()
  await sentMessage(api, anna.id, 1, ['new_response', { response_id }])
  const delivery_id = await sentMessage(api, anna.id, 2, ['work_handed_in', { listing_id }])
  const { id: confirmation_id } = await api.ctx.db
    .insertInto('staff_confirmations')
    .values({
      user_id: anna.id,
      act: 'user.delete',
      input: JSON.stringify({ user_id: boris.id, force: false }),
      expires_at: '2100-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: file_id } = await api.ctx.db
    .insertInto('files')
    .values({
      owner_id: anna.id,
      purpose: 'attachment',
      storage_key: 'brief',
      name: 'brief.pdf',
      file_format: 'pdf',
      mime_type: 'application/pdf',
      bytes: 2000,
      listing_id,
      attached_at: '2026-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { case_id, question_id, answer_id } = await supportTalk(api.ctx, boris.id, anna.id)
  const [invited, over] = await api.ctx.db
    .insertInto('invitations')
    .values([
      {
        listing_id,
        user_id: boris.id,
        among: 7,
        words: 'Видели ваш <b>сайт</b> для пекарни, нужен такой же.',
      },
      {
        listing_id,
        user_id: anna.id,
        among: 7,
        state: 'ended',
        end_reason: 'chosen_other',
        ended_at: '2026-02-28T09:00:00Z',
      },
    ])
    .returning('id')
    .execute()
  const invitation_id = invited?.id ?? 0
  const channel_id = await channelWithPost(api, listing_id)
  const service = await boris.call('POST /api/users/add_user_service', {
    body: { service_name: 'Разбор экрана' },
  })
  // Boris has responded, so no digest tells him of the listing any more.
  const requests = await requestSamples(api, anna.id, boris.id)
  const digest_id = await heldDigest(api, (await freelancer(api)).id, listing_id)
  return {
    invitation: { payload: { invitation_id, listing_id }, status: { listing: 'published' } },
    invitation_drawn: { payload: { invitation_id, message_id: 1 }, status: { listing: 'published' } },
    invitation_ended: { payload: { invitation_id: over?.id ?? 0 } },
    payment_confirmed: { ...listing, status: { listing: 'moderation' } },
    payment_refunded: { payload: { payment_id: invoice.invoice_id } },
    payment_held: { payload: { payment_id: payment.payment_id } },
    payment_credited: { payload: { payment_id: invoice.invoice_id } },
    listing_published: { ...listing, status: { listing: 'published' } },
    listing_rejected: { ...listing, status: { listing: 'rejected' } },
    listing_expiring: { ...listing, status: { listing: 'published' } },
    listing_expired: { ...listing, status: { listing: 'expired' } },
    listing_completed: { ...listing, ...doneFields },
    work_handed_in: { ...listing, ...atWork({ handed_in_at: '2026-02-27T09:00:00Z' }) },
    work_unanswered: { ...listing, ...atWork({ handed_in_at: '2026-02-27T09:00:00Z' }) },
    work_accepted: { ...listing, ...doneFields },
    work_returned: { ...listing, ...atWork({ returned_at: '2026-02-28T09:00:00Z' }) },
    work_due: { ...listing, ...atWork({ due_at: '2026-03-02T09:00:00Z' }) },
    order_drawn: {
      payload: { listing_id, user_id: boris.id, message_id: 1 },
      status: { listing: 'published' },
    },
    order_reminder: { ...listing, status: { listing: 'published' } },
    new_order: { payload: { listing_id, why: 'skills' }, status: { listing: 'published' } },
    hot_order: { payload: { listing_id, why: 'category' }, status: { listing: 'published' } },
    digest: { payload: { digest_id }, status: { listing: 'published' } },
    new_response: response('no_show'),
    responses_waiting: {
      payload: { listing_id, response_ids: [response_id], total: 4, hours: 24 },
      status: { response: 'no_show', listing: 'published' },
      listingColumns: { expires_at: '2026-03-10T11:00:00Z' },
    },
    deal_drawn: { payload: { delivery_id }, ...atWork({ handed_in_at: '2026-02-27T09:00:00Z' }) },
    response_drawn: response('shown'),
    response_shown: response('shown'),
    response_shortlisted: response('shortlisted'),
    response_chosen: { payload: { response_id }, ...atWork({ deadline: '2026-03-02T09:00:00Z' }) },
    response_declined: response('declined'),
    response_released: response('declined'),
    response_passed: response('not_chosen', 'in_progress'),
    revision_approved: { payload: { revision_id: edit_id }, status: { listing: 'published' } },
    listing_changed: { ...response('shown'), payload: { revision_id: edit_id, response_id } },
    revision_rejected: { payload: { revision_id: revision_id ?? 0 } },
    new_message: { payload: { message_id: message.id } },
    moderation_consequence: { payload: { task_id: act_id }, ...takenDown },
    moderation_warning: { payload: { warning_id } },
    moderation_service_restored: { payload: { service_id: service.id } },
    moderation_appeal_decided: { payload: { task_id: appeal_id }, ...takenDown },
    moderation_report_closed: { payload: { report_id }, ...takenDown },
    moderation_card: { payload: { task_id } },
    moderation_question: { payload: { question_id: open?.id ?? 0 } },
    moderation_file: { payload: { task_id: waiting_id, file_id } },
    moderation_answer: { payload: { question_id: closed?.id ?? 0 } },
    moderation_evidence: {
      payload: { listing_id, author_id: anna.id, media: { type: 'photo', file_id: 'AgACAgI' } },
    },
    moderation_lapsed: { payload: { task_id: waiting_id }, status: { moderation: 'waiting' } },
    moderation_reminder: { payload: { task_ids: [waiting_id] }, status: { moderation: 'waiting' } },
    staff_confirmation: { payload: { confirmation_id } },
    account_blocked: { payload: { user_id: boris.id } },
    account_restored: { payload: { user_id: boris.id } },
    support_card: { payload: { case_id, message_id: question_id } },
    support_question: { payload: { case_id, message_id: question_id, part: 'all', is_new: true } },
    support_note: { payload: { case_id, message_id: null, about: 'waiting' } },
    support_told: { payload: { case_id, message_id: question_id, about: 'passed' } },
    support_answer: { payload: { case_id, message_id: answer_id, part: 'all' } },
    support_news: { payload: { case_id, about: 'taken' } },
    ...requests,
    file_copy: { payload: { file_id } },
    client_error: { payload: { event_id: '' } },
    payment_case: { payload: { case_id: payment.case_id } },
    money_report: { payload: { day: '2026-11-21' } },
    operations_alarm: { payload: { alarm: 'dead_tasks', figure: 3 } },
    update_given_up: { payload: { update_id: 418, update: 'message' } },
    channel_news: { payload: { channel_id, listing_id, about: 'stuck' } },
    staff_chat: { payload: { chat_id: api.ctx.config.OPS_CHAT_ID, about: 'heard' } },
    restore_drill: {
      payload: { is_sound: true, seconds: 41.2, lost_seconds: 38, listings: 1200, payments: 1100 },
    },
  }
}

type RequestKind = Extract<keyof MessageSamples, `service_${string}`>

/** Inserts a request for a service for each kind of message about one, in the state in which the message has a text. */
async function requestSamples(
  { ctx }: Api,
  client_id: number,
  freelancer_id: number,
): Promise<Pick<MessageSamples, RequestKind>> {
  const [at, ends_at] = ['2026-02-28T09:00:00Z', '2026-03-07T09:00:00Z']
  const counter = {
    counter_price: 1_800_000,
    counter_days: 7,
    counter_reason: 'Экранов три',
    countered_at: at,
  }
  const over = (end_reason: RequestEnd) => ({ ended_at: at, end_reason, ended_by: null })
  const insert = async (status: ListingStatus, columns: Partial<Insertable<ServiceRequests>>) => {
    const { id: listing_id } = await ctx.db
      .insertInto('listings')
      .values({
        kind: 'order',
        audience: 'private',
        status,
        author_id: client_id,
        title: 'Разбор экрана',
        content_hash: 'request',
        deadline: status === 'in_progress' ? '2026-03-05T09:00:00Z' : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('service_requests')
      .values({
        listing_id,
        client_id,
        freelancer_id,
        service_name: 'Разбор экрана',
        days: 5,
        answers: JSON.stringify([{ question: 'Кто им пользуется', answer: 'Гости кофеен' }]),
        list_price: 1_200_000,
        offered_at: at,
        ends_at,
        ...columns,
      })
      .execute()
    return { payload: { listing_id } }
  }
  const toClient = { user_id: client_id }
  const toFreelancer = { user_id: freelancer_id }
  const offered = await insert('offered', {})
  await sql`insert into deliveries (user_id, kind, lane, dedupe_key, payload, state, message_id, next_at, created_at)
    values (${freelancer_id}, 'service_request', 'transactional', 'service_request:sample',
      ${JSON.stringify(offered.payload)}::jsonb, 'sent', 77, ${at}, ${at})`.execute(ctx.db)
  return {
    service_request: { ...offered, ...toFreelancer },
    service_request_waits: { ...offered, ...toFreelancer },
    service_drawn: { payload: { ...offered.payload, message_id: 77 }, ...toFreelancer },
    service_countered: { ...(await insert('offered', counter)), ...toClient },
    service_accepted: { ...(await insert('in_progress', { ...counter, ...over('accepted') })), ...toClient },
    service_declined: {
      ...(await insert('declined', { ...over('declined'), decline_reason: 'busy' })),
      ...toClient,
    },
    service_withdrawn: { ...(await insert('withdrawn', over('withdrawn'))), ...toFreelancer },
    service_lapsed: { ...(await insert('lapsed', over('lapsed'))), ...toClient },
  }
}

/**
 * Inserts a decision of staff that removed a listing with a warning, the author's objection, and a complaint about the
 * listing.
 */
async function takedown({ ctx }: Api, listing_id: number, author_id: number, reporter_id: number) {
  const now = ctx.now().toISOString()
  const { id: act_id } = await ctx.db
    .insertInto('moderation_tasks')
    .values({ subject: 'act', listing_id, consequence: 'warn', reason: 'scam', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: appeal_id } = await ctx.db
    .insertInto('moderation_tasks')
    .values({ subject: 'listing', listing_id, appealed: true, appeal: 'Это не обман', appeal_of: act_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: report_id } = await ctx.db
    .insertInto('reports')
    .values({
      reporter_id,
      subject_type: 'listing',
      subject_id: listing_id,
      reason: 'scam',
      state: 'accepted',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: warning_id } = await ctx.db
    .insertInto('warnings')
    .values({
      user_id: author_id,
      given_by: reporter_id,
      task_id: act_id,
      reason: 'Похоже на обман',
      created_at: '2026-02-28T09:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { act_id, appeal_id, report_id, warning_id }
}

/** Inserts a digest that contains one message. */
async function heldDigest({ ctx }: Api, user_id: number, listing_id: number): Promise<string> {
  const now = ctx.now().toISOString()
  const row = { user_id, lane: 'bulk', next_at: now, created_at: now } as const
  const { id } = await ctx.db
    .insertInto('deliveries')
    .values({ ...row, kind: 'digest', dedupe_key: 'digest:sample', payload: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payload = JSON.stringify({ listing_id, why: 'category' })
  const heldDelivery = {
    ...row,
    kind: 'new_order',
    dedupe_key: 'held:sample',
    state: 'held',
    payload,
  } as const
  await ctx.db
    .insertInto('deliveries')
    .values({ ...heldDelivery, digest_id: id })
    .execute()
  return id
}

/**
 * Inserts a message that was already sent to a chat.
 * @returns the id of its delivery
 */
async function sentMessage(
  { ctx }: Api,
  user_id: number,
  message_id: number,
  [kind, about]: ['new_response', { response_id: number }] | ['work_handed_in', { listing_id: number }],
): Promise<string> {
  const now = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('deliveries')
    .values({
      user_id,
      chat_id: 1,
      message_id,
      kind,
      lane: 'transactional',
      state: 'sent',
      next_at: now,
      created_at: now,
      payload: JSON.stringify(about),
      dedupe_key: `${kind}:${Object.values(about)}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a channel, and the post of a listing in it. */
async function channelWithPost({ ctx }: Api, listing_id: number): Promise<number> {
  const now = ctx.now().toISOString()
  const { id: channel_id } = await ctx.db
    .insertInto('channels')
    .values({
      chat_id: -1_003_000_000_001,
      title: 'Заказы для дизайнеров',
      username: 'otklik_design',
      per_hour: 20,
      takes_since: now,
      next_at: now,
      checked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('channel_posts')
    .values({ channel_id, listing_id, state: 'posted', message_id: 41 })
    .execute()
  return channel_id
}

/** Inserts a payment with a wrong sum, which waits for a decision of staff. */
async function heldPayment(api: Api, payer_id: number, listing_id: number) {
  const { id: payment_id } = await api.ctx.db
    .insertInto('payments')
    .values({
      kind: 'project',
      listing_id,
      payer_id,
      amount: 250_000,
      rail: 'robokassa',
      expires_at: '2100-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: case_id } = await api.ctx.db
    .insertInto('payment_cases')
    .values({
      kind: 'amount_mismatch',
      invoice_id: payment_id,
      payment_id,
      details: JSON.stringify({ expected: 250_000, received: 200_000 }),
      opened_at: '2026-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { payment_id, case_id }
}
