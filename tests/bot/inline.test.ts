import { beforeAll, expect, test } from 'vitest'
import { findUser, upsertUser } from '#services/users/account/accounts.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { redrawCards } from '#workers/rounds/shared-cards.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { createAccount, type Message, openBot } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
let author_id: number
beforeAll(async () => {
  setup = await openBot()
  const { id } = await createAccount(setup)
  author_id = (await upsertUser(setup.ctx, { id, first_name: 'Игорь' })).id
})

type InlineAnswer = {
  results: { id: string; title: string; description: string }[]
  button: { text: string }
  message: Message
}
const typeQuery = (id: number, query: string, options: { choose?: number; chat_id?: number } = {}) =>
  setup.telegram.post<InlineAnswer>(`/users/${id}/inline`, { query, ...options })

const titles = ({ results }: InlineAnswer) => results.map(({ title }) => title)

test('words find published listings, by other forms of the words too; typing makes no account', async () => {
  const { id } = await createAccount(setup)
  await insertOrder(setup, author_id, { title: 'Иллюстрации к детской книге' })
  await insertOrder(setup, author_id, { title: 'Черновик книги', status: 'draft', published_at: null })
  expect(titles(await typeQuery(id, 'книги'))).toEqual(['Иллюстрации к детской книге'])
  expect(titles(await typeQuery(id, 'иллюстрация'))).toEqual(['Иллюстрации к детской книге'])
  const noResults = await typeQuery(id, 'бульдозер')
  expect([titles(noResults), noResults.button.text]).toEqual([[], 'Ничего не нашли. Открыть все заказы'])
  expect(await findUser(setup.ctx.db, id)).toBeUndefined()
})

test.each([
  ['запись к врачу', 'all words of the title'],
  ['врача запись', 'the words in another order and form'],
  ['клиника запись', 'one word of the title, one of the text'],
  ['напоминания', 'a word of the text alone'],
  ['reminders website', 'English words in another form and order'],
  ['websites', 'an English word in another form'],
  ['запи', 'the beginning of a title while it is typed'],
])('%j finds by %s', async (query) => {
  const { id } = await createAccount(setup)
  const listing_id = await insertOrder(setup, author_id, { title: 'Запись к врачу: website' })
  const subtitle = 'Сайт клиники с напоминанием о визите and a reminder by mail'
  await setup.ctx.db.insertInto('orders').values({ listing_id, subtitle }).execute()
  expect(titles(await typeQuery(id, query))[0]).toBe('Запись к врачу: website')
  expect(titles(await typeQuery(id, `${query} бульдозер`))).toEqual([])
  await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'archived' })
})

test('a word with a mistake finds what was meant and says so; the right word says nothing', async () => {
  const { id } = await createAccount(setup)
  await insertOrder(setup, author_id, { title: 'Презентация для музея' })
  const corrected = await typeQuery(id, 'презинтация')
  expect([titles(corrected), corrected.button.text]).toEqual([
    ['Презентация для музея'],
    'По слову «презентация». Все заказы',
  ])
  expect((await typeQuery(id, 'презентация')).button.text).toBe('Все заказы')
  expect(titles(await typeQuery(id, 'ghtptynfwbz'))).toEqual(['Презентация для музея'])
})

test('the words by which only a service was found are said, too', async () => {
  const { id } = await createAccount(setup)
  const alina = await upsertUser(setup.ctx, { id: id + 800_000, first_name: 'Алина' })
  const values = { user_id: alina.id, name: 'Логотип для приюта', price_term_id: 1 }
  await setup.ctx.db.insertInto('user_services').values(values).execute()
  const corrected = await typeQuery(id, 'логтип приюта')
  expect([titles(corrected), corrected.button.text]).toEqual([
    ['Логотип для приюта'],
    'По словам «логотип приюта». Все заказы',
  ])
})

test('people who blocked one another do not find each other’s listings', async () => {
  const { id } = await createAccount(setup)
  const me = await upsertUser(setup.ctx, { id, first_name: 'Анна' })
  await insertOrder(setup, author_id, { title: 'Экскурсовод на день' })
  expect(titles(await typeQuery(id, 'экскурсовод'))).toHaveLength(1)
  await setup.ctx.db.insertInto('user_blocks').values({ user_id: author_id, blocked_id: me.id }).execute()
  expect(titles(await typeQuery(id, 'экскурсовод '))).toEqual([])
})

test('a link finds its listing, and nothing typed shows one’s own first', async () => {
  const { id } = await createAccount(setup)
  const me = await upsertUser(setup.ctx, { id, first_name: 'Анна' })
  const ownOrder = await insertOrder(setup, me.id, { title: 'Мой заказ' })
  await insertOrder(setup, author_id, { title: 'Чужой и новее' })
  expect(titles(await typeQuery(id, ''))[0]).toBe('Мой заказ')
  const link = `https://t.me/otklik_demo_bot?startapp=page_order___orderId_${ownOrder}`
  expect(titles(await typeQuery(id, link))).toEqual(['Мой заказ'])
})

test.each(['ru', 'en'] as const)(
  'the news that it is published offers its card to any chat, %s',
  async (language) => {
    const { id } = await createAccount(setup)
    const me = await upsertUser(setup.ctx, { id, first_name: 'Анна' })
    const ownOrder = await insertOrder(setup, me.id, { title: `Визитки ${language}` })
    const reader = { chat_id: id, language, is_private: true }
    const notice = await everyMessage.listing_published.compose(setup.ctx, { listing_id: ownOrder }, reader)
    const [share] = notice?.keyboard?.[1] ?? []
    expect(share?.text).toBe({ ru: 'Поделиться', en: 'Share' }[language])
    const shareButton =
      share && 'switch_inline_query_chosen_chat' in share && share.switch_inline_query_chosen_chat
    expect(titles(await typeQuery(id, shareButton ? (shareButton.query ?? '') : ''))).toEqual([
      `Визитки ${language}`,
    ])
  },
)

test('listings with the words in the title stand before those with them in the text, one’s own too', async () => {
  const { id } = await createAccount(setup)
  const me = await upsertUser(setup.ctx, { id, first_name: 'Анна' })
  const storeSubtitle = async (listing_id: number, subtitle: string) =>
    setup.ctx.db.insertInto('orders').values({ listing_id, subtitle }).execute()
  await storeSubtitle(
    await insertOrder(setup, author_id, { title: 'Ремонт самоваров' }),
    'Три штуки, медь, нужна полировка и новый кран',
  )
  await storeSubtitle(
    await insertOrder(setup, author_id, { title: 'Музей чая' }),
    'Подписи к самоварам в витринах зала',
  )
  await storeSubtitle(
    await insertOrder(setup, me.id, { title: 'Буклет усадьбы' }),
    'С фотографией самовара на развороте',
  )
  for (const query of ['самовар', 'самовары', 'само'])
    expect(titles(await typeQuery(id, query))).toEqual(['Ремонт самоваров', 'Буклет усадьбы', 'Музей чая'])
})

test('services stand behind the listings: by words, by their link, and one’s own without words', async () => {
  const { id } = await createAccount(setup)
  const me = await upsertUser(setup.ctx, { id, first_name: 'Анна' })
  const alina = await upsertUser(setup.ctx, { id: id + 700_000, first_name: 'Алина' })
  await insertOrder(setup, author_id, { title: 'Витраж для лестницы' })
  const insert = (user_id: number, name: string) =>
    setup.ctx.db
      .insertInto('user_services')
      .values({ user_id, name, price: 1_200_000, price_term_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: service_id } = await insert(alina.id, 'Витраж на заказ')
  await insert(me.id, 'Услуга Анны')
  expect(titles(await typeQuery(id, 'витраж'))).toEqual(['Витраж для лестницы', 'Витраж на заказ'])
  expect(titles(await typeQuery(id, 'dbnhf;'))).toEqual(['Витраж для лестницы', 'Витраж на заказ'])
  const link = `https://t.me/otklik_demo_bot?startapp=page_service___serviceId_${service_id}`
  const linked = await typeQuery(id, link)
  expect(linked.results.map(({ title, description }) => [title, description])).toEqual([
    ['Витраж на заказ', '12\u00a0000\u00a0₽ за проект · Алина'],
  ])
  expect(titles(await typeQuery(id, ''))).toContain('Услуга Анны')
  expect(titles(await typeQuery(id, ''))).not.toContain('Витраж на заказ')
  const setTakedown = (takedown_reason: string | null) =>
    setup.ctx.db.updateTable('user_services').set({ takedown_reason }).execute()
  await setTakedown('обман')
  expect(titles(await typeQuery(id, 'витраж  '))).toEqual(['Витраж для лестницы'])
  expect(titles(await typeQuery(id, `${link}  `))).toEqual([])
  expect(titles(await typeQuery(id, ' '))).not.toContain('Услуга Анны')
  await setTakedown(null)
  await setup.ctx.db.insertInto('user_blocks').values({ user_id: alina.id, blocked_id: me.id }).execute()
  expect(titles(await typeQuery(id, 'витраж '))).toEqual(['Витраж для лестницы'])
  expect(titles(await typeQuery(id, `${link} `))).toEqual([])
})

test('hostile words find nothing and break nothing', async () => {
  const { id } = await createAccount(setup)
  for (const query of ['%', '_', "';--", '\\', '"', 'page_order___orderId_99999999999999999999'])
    expect((await typeQuery(id, query)).button).toBeDefined()
})

test('a card in somebody’s chat says when its listing is closed, and when it is open again', async () => {
  const [{ id }, friend] = [await createAccount(setup), await createAccount(setup)]
  const order = await insertOrder(setup, author_id, { title: 'Логотип <b>кофейни</b>' })
  const { id: chat_id } = (
    await setup.telegram.post<Message>(`/users/${id}/share`, { to: friend.id, text: 'Смотри' })
  ).chat
  const { message } = await typeQuery(id, 'кофейни', { choose: 0, chat_id })
  expect(message.text).toContain('Заказ: Логотип <b>кофейни</b>')
  expect(message.reply_markup?.inline_keyboard[0]?.[0]).toMatchObject({
    text: 'Открыть заказ',
    url: expect.stringContaining(`startapp=page_order___orderId_${order}`),
  })
  const { db } = setup.ctx
  await eventually(() =>
    db.selectFrom('shared_cards').selectAll().where('listing_id', '=', order).executeTakeFirst(),
  )
  const readShared = async () => {
    await redrawCards(setup.ctx)
    const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}`)
    return messages.at(-1)
  }
  await placeRows(setup.owner, 'listings', { id: order }, { status: 'in_progress' })
  const closedCard = await readShared()
  expect(closedCard?.text).toContain('Уже не принимает отклики')
  expect(closedCard?.reply_markup?.inline_keyboard[0]?.[0]?.text).toBe('Другие заказы')
  await placeRows(setup.owner, 'listings', { id: order }, { status: 'published' })
  expect((await readShared())?.text).not.toContain('Уже не принимает')
  await redrawCards(setup.ctx)
  const editCalls = await setup.telegram.get<unknown[]>('/calls?method=editMessageText')
  expect(editCalls).toHaveLength(2)
})

test('a card put into the bot’s own chat is not answered', async () => {
  const { id } = await createAccount(setup)
  await insertOrder(setup, author_id, { title: 'Баннер для магазина' })
  const { message } = await typeQuery(id, 'баннер', { choose: 0 })
  await setup.telegram.post(`/users/${id}/send`, { text: '/help' })
  const answers = await eventually(async () => {
    const messages = await setup.telegram.get<Message[]>(
      `/messages?chat_id=${id}&after=${message.message_id}`,
    )
    return messages.some(({ text }) => text?.includes('Что умеет бот')) && messages
  })
  expect(answers.filter(({ from }) => from.is_bot)).toHaveLength(1)
})

test('a card whose message is gone is forgotten, and no other', async () => {
  const { db } = setup.ctx
  const listing_id = await insertOrder(setup, author_id, { title: 'Афиша', status: 'in_progress' })
  const created_at = setup.ctx.now().toISOString()
  const card = { listing_id, language: 'ru', created_at } as const
  await db
    .insertInto('shared_cards')
    .values([
      { ...card, inline_message_id: 'gone', is_open: true },
      { ...card, inline_message_id: 'told', is_open: false },
    ])
    .execute()
  await redrawCards(setup.ctx)
  const cards = db.selectFrom('shared_cards').select('inline_message_id')
  expect(await cards.where('listing_id', '=', listing_id).execute()).toEqual([{ inline_message_id: 'told' }])
})
