import type { Input } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { pdf } from '#tests/api/uploads-corpus.ts'
import { send } from '#tests/api/uploads-sending.ts'
import type { Api } from '#tests/support/api.ts'
import { decide, draftOrder, invoiceFor, paidOrder, publishedOrder } from '#tests/support/order-life.ts'
import type { Person } from '#tests/support/people.ts'
import { responseTo } from '#tests/support/sample.ts'
import { draftVacancy, publishedVacancy } from '#tests/support/vacancy-life.ts'
import { canary, phoneOf } from './canaries.ts'

/** States in which a call may find a listing. */
export type State = 'draft' | 'published' | 'working' | 'completed' | 'rejected' | 'moderation'
type Listings = Record<State, number>

/** One thing of every kind that a person of the market has. */
export type Kit = Awaited<ReturnType<typeof furnish>>

/** Words between `person` and one other: nobody else may read them. */
const answerTo = (id: number, person: Person) =>
  responseTo(id, {
    response_text: canary(person, 'answer'),
    materials_link: `https://example.org/${canary(person, 'materials')}`,
  })

/** The daily numbers of posts and responses are no part of what is tested. */
async function forgetNumbers({ ctx }: Api, author: Person, other: Person): Promise<void> {
  const created_at = new Date(ctx.now().getTime() - 3 * 86_400_000).toISOString()
  await ctx.db.updateTable('listings').set({ created_at }).where('author_id', '=', author.id).execute()
  await ctx.db.updateTable('responses').set({ created_at }).where('user_id', '=', other.id).execute()
}

async function orders(api: Api, author: Person, other: Person) {
  const title = `Кофейня ${author.id}`
  const draft = (await draftOrder(api, { title: `${title} черновик` }, author)).order.id
  const invoice = await invoiceFor(author, draft)
  const moderation = (await paidOrder(api, { title: `${title} проверка` }, author)).order.id
  const refused = (await paidOrder(api, { title: `${title} отказ` }, author)).order.id
  await decide(api, refused, canary(author, 'rejection'))
  const publish = async (state: State) => {
    const { id } = (await publishedOrder(api, { title: `${title} ${state}` }, author)).order
    const sent = await other.call('POST /api/projects/add_resp', answerTo(id, author))
    return { id, received: sent.id }
  }
  const [published, working, completed] = [
    await publish('published'),
    await publish('working'),
    await publish('completed'),
  ]
  for (const { id, received } of [working, completed])
    await author.call('POST /api/projects/assign_executor/:id', {
      params: { id },
      query: { response_id: received },
    })
  await author.call('POST /api/projects/complete/:id', { params: { id: completed.id } })
  await forgetNumbers(api, author, other)
  const ids: Listings = {
    draft,
    moderation,
    rejected: refused,
    published: published.id,
    working: working.id,
    completed: completed.id,
  }
  return { ids, received: published.received, payment: invoice.invoice_id }
}

async function vacancies(api: Api, author: Person, other: Person) {
  const title = `Верстальщик ${author.id}`
  const draft = (await draftVacancy(api, { title: `${title} черновик` }, author)).vacancy.id
  const publish = async (state: State) => {
    const { id: vacancy_id } = (await publishedVacancy(api, { title: `${title} ${state}` }, author)).vacancy
    const body = { ...answerTo(vacancy_id, author).body.response, project_id: undefined, vacancy_id }
    const sent = await other.call('POST /api/vacancy/add_resp', { body })
    return { id: vacancy_id, received: sent.id }
  }
  const [published, working, completed] = [
    await publish('published'),
    await publish('working'),
    await publish('completed'),
  ]
  for (const { id, received } of [working, completed])
    await author.call('POST /api/vacancy/assign_executor/:id', {
      params: { id },
      query: { response_id: received },
    })
  await author.call('POST /api/vacancy/complete/:id', { params: { id: completed.id } })
  // A refusal of the moderators ends in the same state for both kinds.
  const rejected = (await draftVacancy(api, { title: `${title} отказ` }, author)).vacancy.id
  const { ctx } = api
  await ctx.db
    .updateTable('listings')
    .set({
      status: 'rejected',
      rejection_reason: canary(author, 'rejection'),
      rejected_at: ctx.now().toISOString(),
    })
    .where('id', '=', rejected)
    .execute()
  await forgetNumbers(api, author, other)
  const ids: Omit<Listings, 'moderation'> = {
    draft,
    rejected,
    published: published.id,
    working: working.id,
    completed: completed.id,
  }
  return { ids, received: published.received }
}

/** A room about the published order, and one letter of each side. */
async function letters(author: Person, other: Person, project_id: number) {
  const wish = { user1_id: author.id, user2_id: other.id, project_id, project_chat: true }
  const { id: room_id } = await author.call('POST /chat/create_room', { body: wish })
  const write = async (from: Person) =>
    (await from.call('POST /chat/send_msg', { body: { content: canary(author, 'letter'), room_id } })).id
  return { room: room_id, message: await write(author), letter: await write(other) }
}

async function profile(api: Api, person: Person) {
  const { call } = person
  const skill = await call('POST /api/users/add_user_skill', { body: { skill_name: `Навык ${person.id}` } })
  const link = await call('POST /api/users/add_user_portfolio_link', {
    body: { link_name: 'Сайт', link_url: `https://example.org/${person.id}` },
  })
  const service = await call('POST /api/users/add_user_service', { body: { service_name: 'Вёрстка' } })
  const search = await call('POST /api/saved_searches', {
    body: { kind: 'order', name: canary(person, 'search') },
  })
  const name = `${canary(person, 'file')}.pdf`
  const file = (await send(api, person, { name, bytes: pdf })).file.id
  const resume = { name: `${canary(person, 'resume')}.pdf`, bytes: pdf }
  await send(api, person, resume, { url: '/api/users/upload_resume' })
  const social: Input<Calls['POST /api/users/edit_user_social_links']> = {
    body: { whatsapp: phoneOf(person, 'whatsapp'), telegram: `@${canary(person, 'handle')}` },
  }
  await call('POST /api/users/edit_user_social_links', social)
  return { skill: skill.skill_id, link: link.link_id, service: service.id, search: search.id, file }
}

/**
 * Gives a person one of everything: listings in every state, answered by `other`, a room with them, an answer to
 * an order of `employer`, a profile.
 */
export async function furnish(
  api: Api,
  { person, other, employer_order }: { person: Person; other: Person; employer_order: number },
) {
  const order = await orders(api, person, other)
  const vacancy = await vacancies(api, person, other)
  const chat = await letters(person, other, order.ids.published)
  const { id: response } = await person.call('POST /api/projects/add_resp', answerTo(employer_order, person))
  await person.call('POST /api/reports', {
    body: {
      subject_type: 'user',
      subject_id: other.id,
      reason: 'spam',
      comment: canary(person, 'report'),
    },
  })
  await person.call('POST /api/reviews', {
    body: { listing_id: order.ids.completed, rating: 4, text: canary(person, 'review') },
  })
  const { id: task } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', order.ids.moderation)
    .executeTakeFirstOrThrow()
  return {
    person,
    other,
    order: order.ids,
    vacancy: vacancy.ids,
    received: order.received,
    vacancy_received: vacancy.received,
    payment: order.payment,
    ...chat,
    response,
    task,
    ...(await profile(api, person)),
  }
}
