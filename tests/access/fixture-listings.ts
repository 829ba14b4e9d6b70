import type { Api } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import {
  decideTask,
  draftOrder,
  invoiceFor,
  paidOrder,
  publishedOrder,
} from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { draftVacancy, publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import type { Person } from '#tests/support/people/people.ts'
import { canary } from './canaries.ts'

/** Listing states that the tested calls require. */
export type State = 'draft' | 'published' | 'working' | 'completed' | 'rejected' | 'moderation'
type ListingIdByState = Record<State, number>

/** A response whose private texts only its sender and `person` may read. */
export const responseWithCanary = (id: number, person: Person) =>
  responseTo(id, {
    response_text: canary(person, 'answer'),
    materials_link: `https://example.org/${canary(person, 'materials')}`,
  })

/** Resets the daily limits of listings and responses, because these tests do not check the limits. */
async function resetDailyCounts({ ctx }: Api, author: Person, otherPerson: Person): Promise<void> {
  const created_at = new Date(ctx.now().getTime() - 3 * 86_400_000).toISOString()
  await ctx.db.updateTable('listings').set({ created_at }).where('author_id', '=', author.id).execute()
  await ctx.db.updateTable('responses').set({ created_at }).where('user_id', '=', otherPerson.id).execute()
}

/** Creates an order of the author in every state. `other` has responded to the published ones. */
export async function createOrders(api: Api, author: Person, otherPerson: Person) {
  const title = `Кофейня ${author.id}`
  const draft = (await draftOrder(api, { title: `${title} черновик` }, author)).order.id
  const invoice = await invoiceFor(author, draft)
  const moderation = (await paidOrder(api, { title: `${title} проверка` }, author)).order.id
  const rejectedOrderId = (await paidOrder(api, { title: `${title} отказ` }, author)).order.id
  await decideTask(api, rejectedOrderId, canary(author, 'rejection'))
  const createInState = async (state: State) => {
    const { id } = (await publishedOrder(api, { title: `${title} ${state}` }, author)).order
    const response = await otherPerson.call('POST /api/projects/add_resp', responseWithCanary(id, author))
    return { id, received: response.id }
  }
  const [published, working, completed] = [
    await createInState('published'),
    await createInState('working'),
    await createInState('completed'),
  ]
  for (const { id, received: responseId } of [working, completed])
    await author.call('POST /api/projects/assign_executor/:id', {
      params: { id },
      query: { response_id: responseId },
    })
  await author.call('POST /api/projects/complete/:id', { params: { id: completed.id } })
  await resetDailyCounts(api, author, otherPerson)
  const ids: ListingIdByState = {
    draft,
    moderation,
    rejected: rejectedOrderId,
    published: published.id,
    working: working.id,
    completed: completed.id,
  }
  return { ids, received: published.received, payment: invoice.invoice_id }
}

/** Creates a vacancy of the author in every state. `other` has responded to the published ones. */
export async function createVacancies(api: Api, author: Person, otherPerson: Person) {
  const title = `Верстальщик ${author.id}`
  const draft = (await draftVacancy(api, { title: `${title} черновик` }, author)).vacancy.id
  const createInState = async (state: State) => {
    const { id: vacancy_id } = (await publishedVacancy(api, { title: `${title} ${state}` }, author)).vacancy
    const body = {
      ...responseWithCanary(vacancy_id, author).body.response,
      project_id: undefined,
      vacancy_id,
    }
    const response = await otherPerson.call('POST /api/vacancy/add_resp', { body })
    return { id: vacancy_id, received: response.id }
  }
  const [published, working, completed] = [
    await createInState('published'),
    await createInState('working'),
    await createInState('completed'),
  ]
  for (const { id, received: responseId } of [working, completed])
    await author.call('POST /api/vacancy/assign_executor/:id', {
      params: { id },
      query: { response_id: responseId },
    })
  await author.call('POST /api/vacancy/complete/:id', { params: { id: completed.id } })
  // After a moderator's refusal, an order and a vacancy have the same state.
  const rejectedVacancyId = (await draftVacancy(api, { title: `${title} отказ` }, author)).vacancy.id
  const { ctx } = api
  const rejection = { rejection_reason: canary(author, 'rejection'), rejected_at: ctx.now().toISOString() }
  await placeRows(api.owner, 'listings', { id: rejectedVacancyId }, { status: 'rejected', ...rejection })
  await resetDailyCounts(api, author, otherPerson)
  const ids: Omit<ListingIdByState, 'moderation'> = {
    draft,
    rejected: rejectedVacancyId,
    published: published.id,
    working: working.id,
    completed: completed.id,
  }
  return { ids, received: published.received }
}
