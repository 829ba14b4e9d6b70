import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/index.ts'
import { forgetGerman, german, germanNames, speakGerman } from '#tests/support/api/third-language.ts'
import type { Person } from '#tests/support/people/people.ts'
import type { Message, TapResult } from './bot/telegram.ts'

/** Imports the product's modules again after German was added to the languages. */
async function importProduct() {
  const [api, telegramBot, call, languages, life, people, waiting] = await Promise.all([
    import('#tests/support/api/api.ts'),
    import('#tests/bot/telegram.ts'),
    import('#tests/support/api/call.ts'),
    import('#db/languages.ts'),
    import('#tests/support/orders/order-life.ts'),
    import('#tests/support/people/people.ts'),
    import('#tests/support/run/eventually.ts'),
  ])
  return {
    ...api,
    ...telegramBot,
    ...call,
    ...languages,
    ...people,
    ...waiting,
    publish: life.publishedOrder,
  }
}

let product: Awaited<ReturnType<typeof importProduct>>
let api: Awaited<ReturnType<typeof product.openApi>>
let bot: Awaited<ReturnType<typeof product.openBot>>
let hans: Person
let germanSpeakerId: number
const withPlainSpaces = (text: unknown) => String(text).replace(/[\u00a0\u202f]/g, ' ')
const inGerman = { 'accept-language': 'de-AT,de;q=0.9,ru;q=0.5' }

/** Simulates the migrations of a release that has German. */
async function addGerman(owner: Db): Promise<void> {
  await product.fillLanguages(owner)
  for (const [table, names] of Object.entries(germanNames))
    for (const [id, name] of Object.entries(names))
      await sql`update ${sql.table(table)} set names = names || jsonb_build_object('de', ${name}::text)
        where id = ${Number(id)}`.execute(owner)
}

beforeAll(async () => {
  await speakGerman()
  product = await importProduct()
  api = await product.openApi()
  bot = await product.openBot()
  const { order } = await product.publish(api, { title: 'Übersetzungen alter Häuserpläne' })
  germanSpeakerId = order.id
  await Promise.all([addGerman(api.owner), addGerman(bot.owner)])
  hans = await product.login(api, product.newAccount({ language_code: 'de' }))
})
afterAll(forgetGerman)

test('the API speaks it: refusals, names, and what a person has chosen', async () => {
  expect(hans.user.ui_language).toBe(german)
  const guest = product.createCaller(api.server, inGerman)
  const refusal = await guest('GET /api/category/:id', { params: { id: 999 } }).catch(
    ({ problem }) => problem,
  )
  expect(refusal.message).toBe('Hier ist nichts')
  expect(await guest('GET /api/category/:id', { params: { id: 101 } })).toMatchObject({
    name: 'Schlüsselfertige Websites',
    name_ru: 'Сайты под ключ',
    name_en: 'Turnkey websites',
  })
  // If a row has no German name, the name in the language that every row has is shown.
  expect((await guest('GET /api/category/:id', { params: { id: 102 } })).name).toBe('Вёрстка и фронтенд')
  expect((await guest('GET /api/app/get_currencies'))[0]?.name).toBe('Russischer Rubel')
  expect((await guest('GET /api/all_terms'))[0]?.name).toBe('pro Projekt')
  const order = await hans.call(
    'GET /api/projects/:id/full_info',
    { params: { id: germanSpeakerId } },
    inGerman,
  )
  expect(order.category?.name).toBe('Schlüsselfertige Websites')

  const chooseLanguage = (ui_language: string) =>
    hans.call('POST /api/users/edit_user_ui_language', { query: { user_id: hans.id, ui_language } as never })
  expect((await chooseLanguage('en')).ui_language).toBe('en')
  expect((await chooseLanguage(german)).ui_language).toBe(german)
  await expect(chooseLanguage('fr')).rejects.toThrow('invalid_input')
})

test('the bot greets in it, offers it beside the others and names its commands in it', async () => {
  const { telegram } = bot
  const { id } = await product.createAccount(bot, { language_code: 'de' })
  const startMessage = await telegram.post<Message>(`/users/${id}/start`)
  expect((await product.waitForReply(bot, id, startMessage.message_id)).text).toContain('Guten Tag, Анна!')
  const languageCommand = await telegram.post<Message>(`/users/${id}/send`, { text: '/language' })
  const choice = await product.waitForReply(bot, id, languageCommand.message_id)
  expect(choice.text).toBe('Wählen Sie Ihre Sprache')
  expect(choice.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Русский', 'English', 'Deutsch']),
  )
  const tapResult = await telegram.post<TapResult>(`/users/${id}/tap`, { text: 'Deutsch' })
  expect(tapResult.answer?.text).toBe('Ab jetzt auf Deutsch.')
  const chat = await product.eventually(async () => {
    type Chat = { menu_button: { text: string }; commands: { command: string; description: string }[] }
    const [chat] = await telegram.get<Chat[]>(`/chats?user_id=${id}`)
    return chat?.menu_button.text === 'Öffnen' && chat
  })
  expect(chat.commands).toContainEqual({ command: 'language', description: 'Sprache wählen' })
})

test('a message tells category, price and reason in it', async () => {
  const { everyMessage } = await import('#workers/telegram/messages.ts')
  const payload = { listing_id: germanSpeakerId, why: 'category' } as const
  const reader = { chat_id: 1, language: german, is_private: true }
  const message = await everyMessage.new_order.compose(api.ctx, payload, reader)
  expect(withPlainSpaces(message?.text)).toBe(
    'Neuer Auftrag: <b>Übersetzungen alter Häuserpläne</b>\n<b>25.000 ₽</b>, Schlüsselfertige Websites\n' +
      '<blockquote>Нужен сайт с меню, картой и формой брони столика.</blockquote>',
  )
  expect(message?.keyboard?.flat().map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Anbieten', 'Auftrag öffnen']),
  )
  expect(message?.why?.parameters).toEqual({ category: 'Schlüsselfertige Websites' })
})

test('forms of its words find listings of before and after, people, and what a saved search waits for', async () => {
  const { order } = await product.publish(api, { title: 'Übersetzung einer Urkunde' })
  const findTitles = async (search: string, headers: Record<string, string>, exclude?: string) => {
    const body = { filters: { search, exclude } }
    const { items } = await hans.call('POST /api/projects', { body }, headers)
    return items.map(({ id }) => id)
  }
  expect(await findTitles('übersetzungen', inGerman)).toEqual([order.id, germanSpeakerId])
  expect(await findTitles('übersetzungen', inGerman, 'Urkunden')).toEqual([germanSpeakerId])
  expect(await findTitles('übersetzungen', { 'accept-language': 'ru' })).toEqual([germanSpeakerId])

  await api.ctx.db
    .updateTable('users')
    .set({ description: 'Schreibe Bücher über Städte' })
    .where('id', '=', hans.id)
    .execute()
  const people = await hans.call(
    'POST /api/users/get_all_users',
    { body: { filters: { search: 'Buch Stadt' } } },
    inGerman,
  )
  expect(people.items.map(({ id }) => id)).toEqual([hans.id])

  const { queueNewOrder } = await import('#services/listings/audience/actions.ts')
  await api.ctx.db
    .insertInto('saved_searches')
    .values({
      user_id: hans.id,
      kind: 'order',
      name: 'Texte',
      filters: '{"search":"übersetzungen"}',
      is_notify: true,
    })
    .execute()
  await api.ctx.db.updateTable('users').set({ can_write: true }).where('id', '=', hans.id).execute()
  await api.ctx.db.transaction().execute((tx) => queueNewOrder(api.ctx, tx, order.id))
  const deliveries = api.ctx.db.selectFrom('deliveries').select('kind').where('user_id', '=', hans.id)
  expect(await deliveries.execute()).toContainEqual({ kind: 'new_order' })
})
