import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { updateResponseFinding } from '#services/responses/shield/copies.ts'
import { judgeResponse } from '#tests/corpus/responses/accuracy.ts'
import { responses } from '#tests/corpus/responses/responses.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const responseText =
  'Сверстаю каталог пекарни на Vue, с фильтром по составу и корзиной. Начну со страницы товара.'
const sendText = (person: Person, id: number, response_text: string) =>
  person.call('POST /api/projects/add_resp', responseTo(id, { response_text }))
const params = (id: number) => ({ params: { id } })
const noFlag = { flag: null, flag_share: null, is_own_copy: null }

test('a copy is told with its share and by whom, never refused; its reader says that it is none', async () => {
  const [first, second, third] = [
    await publishedOrder(api),
    await publishedOrder(api),
    await publishedOrder(api),
  ]
  const [boris, vera] = [await freelancer(api), await freelancer(api)]
  expect(await sendText(boris, first.order.id, responseText)).toMatchObject(noFlag)
  const repeatedResponse = await sendText(boris, second.order.id, `Здравствуйте! ${responseText} Жду ответа.`)
  expect(repeatedResponse).toMatchObject({ flag: 'copy', is_own_copy: true })
  expect(repeatedResponse.flag_share).toBeGreaterThanOrEqual(60)
  expect(await sendText(vera, second.order.id, responseText.replace('пекарни', 'кофейни'))).toMatchObject({
    flag: 'copy',
    is_own_copy: false,
  })
  // A response that was withdrawn and sent again to the same order does not count as a copy of itself.
  const acceptedResponse = await sendText(
    vera,
    third.order.id,
    'Нарисую вывеску гуашью, размер два на три метра, за выходные.',
  )
  await vera.call('POST /api/responses/:id/withdraw', params(acceptedResponse.id))
  const secondAttempt = await sendText(
    vera,
    third.order.id,
    'Нарисую вывеску гуашью, размер два на три метра, за выходные.',
  )
  expect(secondAttempt).toMatchObject(noFlag)

  const clearCall = 'POST /api/responses/:id/not_copy'
  expect(await codeOf(boris.call(clearCall, params(repeatedResponse.id)))).toBe('not_owner')
  expect(await codeOf(third.anna.call(clearCall, params(repeatedResponse.id)))).toBe('not_found')
  expect(await second.anna.call(clearCall, params(repeatedResponse.id))).toMatchObject({ flag: null })
  // A response edited into a copy of another response gets a new flag, although the author had cleared its earlier
  // flag.
  const editRequest = { ...params(repeatedResponse.id), body: { response_text: responseText } }
  expect(await boris.call('POST /api/responses/:id/edit', editRequest)).toMatchObject({ flag: 'copy' })
  await second.anna.call(clearCall, params(repeatedResponse.id))
  const { items } = await second.anna.call('GET /api/listings/:id/responses', params(second.order.id))
  expect(items.map(({ flag }) => flag).toSorted()).toEqual(['copy', null])
})

test('rewriting a response judges it anew', async () => {
  const { order } = await publishedOrder(api)
  const gleb = await freelancer(api)
  const templateResponse = await sendText(
    gleb,
    order.id,
    'Здравствуйте! Готов выполнить ваш заказ качественно и в срок.',
  )
  expect(templateResponse.flag).toBe('empty')
  const editText = (response_text: string) =>
    gleb.call('POST /api/responses/:id/edit', { ...params(templateResponse.id), body: { response_text } })
  expect(
    (await editText('Соберу форму брони столика с напоминанием за час, пример для бара покажу.')).flag,
  ).toBeNull()
  expect((await editText('Соберу форму брони столика, пишите в WhatsApp +7 912 345-67-89')).flag).toBe(
    'contacts',
  )
})

test('a template is sent only when a third of it is rewritten', async () => {
  const { order } = await publishedOrder(api)
  const dina = await freelancer(api)
  const body = 'Веду рекламу стоматологий третий год, считаю заявки, а не клики, отчёт по пятницам в таблице.'
  const { id } = await dina.call('POST /api/response_templates', { body: { body } })
  expect(await codeOf(sendText(dina, order.id, `Добрый день! ${body}`))).toBe('template_unchanged')
  const ownText = `${body} У вас пустые минус-слова, поэтому сначала уберу показы по чужим городам и бесплатным курсам.`
  const ownResponse = await sendText(dina, order.id, ownText)
  const editRequest = { ...params(ownResponse.id), body: { response_text: body } }
  expect(await codeOf(dina.call('POST /api/responses/:id/edit', editRequest))).toBe('template_unchanged')
  const stranger = await freelancer(api)
  expect(await codeOf(stranger.call('DELETE /api/response_templates/:id', params(id)))).toBe('not_found')
  await dina.call('DELETE /api/response_templates/:id', params(id))
  expect(await dina.call('GET /api/response_templates')).toEqual([])
})

test('a day has more responses for each that was answered, less for spam', async () => {
  const egor = await freelancer(api)
  const today = () => egor.call('GET /api/responses/today')
  expect(await today()).toEqual({ limit: 30, left: 30, answered: 0, spam: 0 })
  const declineResponse = async (reason?: 'price' | 'spam') => {
    const { anna, order } = await publishedOrder(api)
    const { id } = await sendText(egor, order.id, responseText)
    const declineInput = { ...params(id), body: reason ? { reason } : {} }
    await anna.call('POST /api/responses/:id/decline', declineInput)
  }
  // Declining a response without a reason does not count as an answer.
  for (const reason of ['price', 'price', undefined] as const) await declineResponse(reason)
  expect(await today()).toEqual({ limit: 31, left: 28, answered: 2, spam: 0 })
  await declineResponse('spam')
  expect(await today()).toEqual({ limit: 26, left: 22, answered: 2, spam: 1 })
  const moveBack = (days: number) =>
    sql`update responses set created_at = created_at - make_interval(days => ${days}::int)
      where user_id = ${egor.id}`.execute(api.owner)
  await moveBack(29)
  expect(await today()).toEqual({ limit: 26, left: 26, answered: 2, spam: 1 })
  await moveBack(1)
  expect(await today()).toEqual({ limit: 30, left: 30, answered: 0, spam: 0 })
})

test('Postgres finds the copies that the plain model finds in the corpus', async () => {
  const { anna } = await publishedOrder(api)
  const { db } = api.ctx
  const people = new Map<string, number>()
  for (const sender of new Set(responses.map((message) => message.sender)))
    people.set(sender, (await freelancer(api, { verified: false })).id)
  const wronglyFlagged: unknown[] = []
  for (const [index, { sender, text: response_text }] of responses.entries()) {
    const listing = {
      kind: 'order',
      author_id: anna.id,
      title: 'Заказ',
      content_hash: `corpus ${index}`,
    } as const
    const { id: listing_id } = await db
      .insertInto('listings')
      .values(listing)
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { listing_id, user_id: people.get(sender) ?? 0, response_text }
    const flag = await db.transaction().execute(async (tx) => {
      const { id } = await tx.insertInto('responses').values(row).returning('id').executeTakeFirstOrThrow()
      await updateResponseFinding(api.ctx, tx, { id, ...row })
      return (await tx.selectFrom('responses').select('flag').where('id', '=', id).executeTakeFirstOrThrow())
        .flag
    })
    if (flag !== judgeResponse(index)) wronglyFlagged.push({ response_text, flag })
  }
  expect(wronglyFlagged).toEqual([])
}, 180_000)
