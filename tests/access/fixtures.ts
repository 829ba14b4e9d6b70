import type { Input } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import type { Api } from '#tests/support/api/api.ts'
import type { Person } from '#tests/support/people/people.ts'
import { canary, phoneOf } from './canaries.ts'
import { createOrders, createVacancies, responseWithCanary } from './fixture-listings.ts'

/** Fixtures of a person: one object of every kind. */
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>

/** Creates a chat about the published order. Each of the two people writes one message. */
async function createMessages(author: Person, otherPerson: Person, project_id: number) {
  const roomFields = { user1_id: author.id, user2_id: otherPerson.id, project_id, project_chat: true }
  const { id: room_id } = await author.call('POST /chat/create_room', { body: roomFields })
  const sendFrom = async (sender: Person) =>
    (await sender.call('POST /chat/send_msg', { body: { content: canary(author, 'chat_message'), room_id } }))
      .id
  return { room: room_id, message: await sendFrom(author), received_message: await sendFrom(otherPerson) }
}

async function fillProfile(api: Api, person: Person) {
  const { call } = person
  const skill = await call('POST /api/users/add_user_skill', { body: { skill_name: `Навык ${person.id}` } })
  const link = await call('POST /api/users/add_user_portfolio_link', {
    body: { link_name: 'Сайт', link_url: `https://example.org/${person.id}` },
  })
  const service = await call('POST /api/users/add_user_service', { body: { service_name: 'Вёрстка' } })
  const search = await call('POST /api/saved_searches', {
    body: { kind: 'order', name: canary(person, 'search') },
  })
  const template = await call('POST /api/response_templates', { body: { body: canary(person, 'template') } })
  const name = `${canary(person, 'file')}.pdf`
  const file = (await send(api, person, { name, bytes: pdf })).file.id
  const resumeFile = { name: `${canary(person, 'resume')}.pdf`, bytes: pdf }
  await send(api, person, resumeFile, { url: '/api/users/upload_resume' })
  const social: Input<Calls['POST /api/users/edit_user_social_links']> = {
    body: { whatsapp: phoneOf(person, 'whatsapp'), telegram: `@${canary(person, 'handle')}` },
  }
  await call('POST /api/users/edit_user_social_links', social)
  return {
    skill: skill.skill_id,
    link: link.link_id,
    service: service.id,
    saved_search: search.id,
    template: template.id,
    file,
  }
}

/** Inserts a request of the person for a service of the author of `employer_order`, which waits for its answer. */
async function createRequest({ ctx }: Api, person: Person, employer_order: number): Promise<number> {
  const now = ctx.now().toISOString()
  const { author_id: freelancer_id } = await ctx.db
    .selectFrom('listings')
    .select('author_id')
    .where('id', '=', employer_order)
    .executeTakeFirstOrThrow()
  const text = canary(person, 'request')
  const { id: listing_id } = await ctx.db
    .insertInto('listings')
    .values({
      kind: 'order',
      audience: 'private',
      status: 'offered',
      author_id: person.id,
      title: text,
      content_hash: text,
      price: 1_200_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db.insertInto('orders').values({ listing_id, subtitle: text }).execute()
  await ctx.db
    .insertInto('service_requests')
    .values({
      listing_id,
      freelancer_id,
      client_id: person.id,
      service_name: text,
      answers: JSON.stringify([{ question: '', answer: text }]),
      list_price: 1_200_000,
      offered_at: now,
      ends_at: new Date(ctx.now().getTime() + 7 * 86_400_000).toISOString(),
    })
    .execute()
  return listing_id
}

/**
 * Creates one object of every kind for a person: listings in every state with responses by `other`, a chat with them,
 * a response to an order of `employer`, and a profile.
 */
export async function createFixtures(
  api: Api,
  { person, other, employer_order }: { person: Person; other: Person; employer_order: number },
) {
  const order = await createOrders(api, person, other)
  const vacancy = await createVacancies(api, person, other)
  const chat = await createMessages(person, other, order.ids.published)
  const { id: response } = await person.call(
    'POST /api/projects/add_resp',
    responseWithCanary(employer_order, person),
  )
  await person.call('POST /api/reports', {
    body: {
      subject_type: 'user',
      subject_id: other.id,
      reason: 'spam',
      comment: canary(person, 'report'),
    },
  })
  await person.call('POST /api/reviews', {
    body: { listing_id: vacancy.ids.completed, rating: 4, text: canary(person, 'review') },
  })
  const { id: review } = await api.ctx.db
    .selectFrom('reviews')
    .select('id')
    .where('author_id', '=', person.id)
    .where('listing_id', '=', vacancy.ids.completed)
    .executeTakeFirstOrThrow()
  const { id: task, content_hash: task_content } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select(['id', 'content_hash'])
    .where('listing_id', '=', order.ids.moderation)
    .executeTakeFirstOrThrow()
  const { id: confirmation } = await api.ctx.db
    .insertInto('staff_confirmations')
    .values({
      user_id: person.id,
      act: 'user.delete',
      input: JSON.stringify({ user_id: other.id, force: false }),
      expires_at: '2100-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: payment_case } = await api.ctx.db
    .insertInto('payment_cases')
    .values({
      kind: 'missing',
      invoice_id: order.payment,
      payment_id: order.payment,
      details: JSON.stringify({ source: 'register' }),
      opened_at: api.ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: invitation } = await api.ctx.db
    .insertInto('invitations')
    .values({ listing_id: employer_order, user_id: person.id, among: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const opened_at = api.ctx.now().toISOString()
  const { id: support_case } = await api.ctx.db
    .insertInto('support_cases')
    .values({ user_id: person.id, opened_at, last_at: opened_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: channel } = await api.ctx.db
    .insertInto('channels')
    .values({
      chat_id: -1_002_000_000_000 - person.id,
      title: canary(person, 'channel'),
      state: 'paused',
      per_hour: 20,
      takes_since: opened_at,
      next_at: opened_at,
      checked_at: opened_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    channel,
    confirmation,
    invitation,
    service_request: await createRequest(api, person, employer_order),
    support_case,
    person,
    other,
    payment_case,
    order: order.ids,
    vacancy: vacancy.ids,
    received_response: { order: order.received, vacancy: vacancy.received },
    payment: order.payment,
    ...chat,
    response,
    review,
    task,
    task_content,
    ...(await fillProfile(api, person)),
  }
}
