import type { RequestState } from '#contract/service-requests.ts'
import { connectChannels } from '#tests/support/orders/channel-scene.ts'
import { giveFunnel } from '#tests/support/orders/funnel-scene.ts'
import { handInOnce } from '#tests/support/orders/handed-in-scene.ts'
import { judgeableTasks } from '#tests/support/orders/judged-tasks.ts'
import { type FilledPapers, setPapers } from '#tests/support/orders/papers-scene.ts'
import { answerInvitations, inviteOften, inviteTo } from '#tests/support/people/invitation-scenes.ts'
import { login, newAccount } from '#tests/support/people/people.ts'
import { giveOwnNumbers } from '#tests/support/people/respondents.ts'
import { requestIn } from '#tests/support/people/service-requests.ts'
import { leaveTraces } from '#tests/support/people/staff-traces.ts'
import { supportTalk } from '#tests/support/people/support-talk.ts'
import type { Showroom } from './showroom.ts'

/** Scenes for screenshots. Each one prepares data and returns the path of a screen, which one of `people` opens. */

export const people = {
  admin: 5000000000000001,
  client: 5000000000000011,
  shop: 5000000000000012,
  employer: 5000000000000021,
  freelancer: 5000000000000031,
  designer: 5000000000000032,
  executor: 5000000000000033,
  hired: 5000000000000034,
  /** Two accounts that do not belong to the demo market. The second one looks for freelancers. */
  newcomer: 5000000000000098,
  newClient: 5000000000000099,
}

const { admin, client, shop, employer, freelancer, executor, hired } = people
export const order =
  (words: string, suffix = '') =>
  async (showroom: Showroom) =>
    `/order/${await showroom.listing(words)}${suffix}`
export const vacancy =
  (words: string, suffix = '') =>
  async (showroom: Showroom) =>
    `/vacancy/${await showroom.listing(words)}${suffix}`
/** Returns the path of the page of a service, by words of its name. */
export const service =
  (words: string) =>
  async ({ api }: Showroom) =>
    `/service/${await serviceId(api, words)}`
/** Prepares the page of a service that takes no orders for a week. */
export const closedService =
  (words: string) =>
  async ({ api }: Showroom) => {
    const id = await serviceId(api, words)
    const closed_until = new Date(api.ctx.now().getTime() + 7 * 24 * 60 * 60_000).toISOString()
    await api.ctx.db.updateTable('user_services').set({ closed_until }).where('id', '=', id).execute()
    return `/service/${id}`
  }
/** Prepares the page of a service that the staff took down, as its owner sees it. */
export const takenDownService =
  (words: string) =>
  async ({ api }: Showroom) => {
    const id = await serviceId(api, words)
    const takedown_reason = 'Контакты в тексте'
    await api.ctx.db.updateTable('user_services').set({ takedown_reason }).where('id', '=', id).execute()
    return `/service/${id}`
  }
/** Prepares a request for a service in a state, with the client of the market as its sender. */
export const request =
  (words: string, state: RequestState, worker: number) =>
  async ({ api }: Showroom) =>
    `/request/${await requestIn(api, words, state, { client, freelancer: worker })}`
async function serviceId({ ctx }: Showroom['api'], words: string): Promise<number> {
  const named = ctx.db.selectFrom('user_services').select('id').where('name', 'like', `%${words}%`)
  return (await named.orderBy('id').executeTakeFirstOrThrow()).id
}
/** Prepares a screen that shows actions of staff, and inserts such actions. */
export const withStaffTraces = (path: string) => async (showroom: Showroom) => {
  await leaveTraces(showroom.api)
  return path
}
/** Prepares the page of channels, and connects some. */
export const withChannels = (path: string) => async (showroom: Showroom) => {
  await connectChannels(showroom.api.ctx)
  return path
}
/** Prepares a screen about support, and inserts a person's question. */
export const withSupportTalk = (path: string) => async (showroom: Showroom) => {
  const { ctx } = showroom.api
  if (await ctx.db.selectFrom('support_cases').select('id').limit(1).executeTakeFirst()) return path
  await supportTalk(ctx, await showroom.person(client), await showroom.person(admin))
  return path
}
/**
 * Prepares a screen that shows records. Inserts the record of an author who answers most responses, and of a freelancer
 * whose clients return.
 */
export const withRecords = (path: (showroom: Showroom) => Promise<string>) => async (showroom: Showroom) => {
  const author = {
    closed: 11,
    hired: 8,
    responses: 112,
    answered: 96,
    answered_percent: 85,
    wait_minutes: 180,
  }
  const worker = { completed: 12, dated: 11, on_time: 10, returning_clients: 3, talks: 18, reply_minutes: 20 }
  const invitedFields = { invited: 14, invites_answered: 13, invites_percent: 85 }
  const noAuthorRecord = {
    closed: 0,
    hired: 0,
    responses: 0,
    answered: 0,
    answered_percent: 67,
    wait_minutes: null,
  }
  const noWorkerRecord = {
    completed: 0,
    dated: 0,
    on_time: 0,
    returning_clients: 0,
    talks: 0,
    reply_minutes: null,
  }
  await showroom.api.ctx.db
    .insertInto('person_records')
    .values([
      { user_id: await showroom.person(shop), ...author, paid_placements: 12, ...noWorkerRecord },
      {
        user_id: await showroom.person(hired),
        ...noAuthorRecord,
        paid_placements: 0,
        ...worker,
        ...invitedFields,
      },
    ])
    .onConflict((on) => on.doNothing())
    .execute()
  return path(showroom)
}
/** Returns the path of one of the freelancer's responses that ended without success. */
export const endedResponse = async ({ api, person }: Showroom) => {
  const endedResponses = api.ctx.db
    .selectFrom('responses')
    .select('id')
    .where('status', 'in', ['declined', 'not_chosen'])
  const ownResponse = endedResponses
    .where('user_id', '=', await person(freelancer))
    .orderBy('id')
    .limit(1)
  return `/responses/${(await ownResponse.executeTakeFirstOrThrow()).id}`
}
/** Prepares an order to which the freelancer is invited. The freelancer also has older invitations to other orders. */
export const invitedOrder = async (showroom: Showroom) => {
  const titles = ['Локализация приложения', 'Логотип и стиль', 'записи в мастерскую', '120 товаров']
  const [waiting = 0, ...others] = await Promise.all(titles.map((words) => showroom.listing(words)))
  const person = await showroom.person(freelancer)
  await inviteOften(showroom.api, person, others)
  await inviteTo(showroom.api, waiting, person)
  return `/order/${waiting}`
}
/** Prepares the list of people who fit the person's own order. Some of them are already invited. */
export const invitingPeople = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  const people = await Promise.all([executor, shop].map((person) => showroom.person(person)))
  await answerInvitations(showroom.api, listing_id, people)
  return `/order/${listing_id}/invite`
}
/** Prepares an order that asks questions to everybody who responds. */
export const orderWithQuestions = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  const questions =
    'Сколько дней до первой связки? {1 – 30}\nРаботали с amoCRM? {Да, с API / Да, настройки / Нет}'
  const { db } = showroom.api.ctx
  await db.updateTable('orders').set({ questions }).where('listing_id', '=', listing_id).execute()
  return `/order/${listing_id}`
}
/** Prepares an order for a freelancer with saved response templates. */
export const orderWithTemplates = (words: string) => async (showroom: Showroom) => {
  const user_id = await showroom.person(freelancer)
  const { db } = showroom.api.ctx
  const templateTexts = [
    'Здравствуйте! Делаю карточки для маркетплейсов пятый год. Посмотрел ваш товар: главное фото стоит переснять, инфографику собрать заново.',
    'Возьмусь на этой неделе. Портфолио в профиле, два похожих проекта пришлю сразу.',
  ]
  const savedTemplates = await db
    .selectFrom('response_templates')
    .select('id')
    .where('user_id', '=', user_id)
    .execute()
  if (savedTemplates.length === 0)
    await db
      .insertInto('response_templates')
      .values(templateTexts.map((body) => ({ user_id, body, shingles: [] })))
      .execute()
  return `/order/${await showroom.listing(words)}`
}
/** Prepares responses to an order. They are marked as copies of a text that the same sender has used elsewhere. */
export const orderWithCopy = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  const copyFields = { flag: 'copy', flag_share: 94, is_own_copy: true } as const
  const { db } = showroom.api.ctx
  await db.updateTable('responses').set(copyFields).where('listing_id', '=', listing_id).execute()
  return `/order/${listing_id}/responses`
}
/** Prepares a screen of a person who has hidden an author. */
export const withHiddenAuthor = (path: string) => async (showroom: Showroom) => {
  const hiddenAuthorRow = {
    user_id: await showroom.person(freelancer),
    author_id: await showroom.person(employer),
  }
  await showroom.api.ctx.db
    .insertInto('hidden_authors')
    .values(hiddenAuthorRow)
    .onConflict((on) => on.doNothing())
    .execute()
  return path
}
/** Prepares the statistics of an order that people open less often than similar orders. */
export const orderFunnel = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  await giveFunnel(showroom.api, listing_id)
  return `/order/${listing_id}/funnel`
}
/** Prepares the numbers of an executor beside those of many people of the same category. */
export const withOwnNumbers = (path: string) => async (showroom: Showroom) => {
  await giveOwnNumbers(showroom.api, {
    user_id: await showroom.person(executor),
    author_id: await showroom.person(shop),
  })
  return path
}
/** Prepares an own order whose executor has handed in the work. */
export const handedIn = (words: string) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  await handInOnce(showroom.api, { listing_id, author: client, executor })
  return `/order/${listing_id}`
}
/** Prepares the papers of a finished order. */
export const papers = (words: string, filled: FilledPapers) => async (showroom: Showroom) => {
  const listing_id = await showroom.listing(words)
  await setPapers(showroom.api, listing_id, filled)
  return `/order/${listing_id}/papers`
}
/** Prepares the page that checks the payment of an unpaid order. Its author has asked for the invoice and not paid it. */
export const paymentOf = (words: string, author: number) => async (showroom: Showroom) => {
  const project_id = await showroom.listing(words)
  const person = await login(showroom.api, newAccount({ id: author }))
  await person.call('POST /pay/generate-payment-robokassa', { body: { project_id, payment_type: 'project' } })
  return `/payment/check?order=${project_id}`
}
/** Returns the path of the review of an edit, an appeal or a report. */
export const reviewOf =
  (subject: 'revision' | 'appeal' | 'report') =>
  async ({ api }: Showroom) =>
    `/admin-panel/review/${(await judgeableTasks(api))[subject]}`
