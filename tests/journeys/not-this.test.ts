import { expect, test } from 'vitest'
import { markAppDocument, type Phone } from '#tests/support/screens/phone.ts'
import { openAppAt } from './navigation.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { answerHomeQuestion, category, createAlbum } from './steps.ts'

const setup = setUpJourneys()
/** A second category of the same parent category. */
const neighbourCategory = 202

/** Reloads the mini-app and returns the titles in the feed from top to bottom. */
async function reloadAndReadTitles(phone: Phone): Promise<string[]> {
  const isOldPage = await markAppDocument(phone)
  await phone.page.getByTestId('app-menu').click()
  await phone.page.getByTestId('app-reload').click()
  await expect.poll(isOldPage).toBe(false)
  await phone.waitForApp()
  await phone.app.getByRole('article').first().waitFor()
  const titles = await phone.app.getByRole('article').getByRole('heading').allTextContents()
  return titles.map((title) => title.replace(/\s/g, ' '))
}

test('a freelancer puts a card away for its pay: it goes, what pays no more stands behind, and both are taken back', async () => {
  const { world, db } = setup
  const takeScreenshot = createAlbum('not-this')
  const anna = await newPerson(world, 'Анна', 'Орлова')
  const { user: author } = await signIn(world, anna)
  const boris = await newFreelancer(world, 'Борис', 'Титов', category.id)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const publishOrder = async (title: string, price: number, category_id = category.id) => {
    const { id } = await db
      .insertInto('listings')
      .values({
        kind: 'order',
        author_id: author.id,
        status: 'published' as never,
        title,
        category_id,
        content_hash: crypto.randomUUID(),
        payment_format: 'fixed',
        price: price * 100,
        price_base: price * 100,
        published_at: inDays(0),
        expires_at: inDays(30),
        deadline: inDays(20),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('orders').values({ listing_id: id, subtitle: 'Бот для записи гостей.' }).execute()
  }
  await publishOrder('Бот дёшево', 1000)
  await publishOrder('Бот ещё дешевле', 900)
  await publishOrder('Бот за хорошие деньги', 90_000)
  await publishOrder('Сайт по соседству', 90_000, neighbourCategory)

  const phone = await openAppAt(setup, boris, '/search/personal')
  const { app } = phone
  await answerHomeQuestion(phone, 'Ищу работу')
  const choice = db.selectFrom('users').select('start_choice').where('telegram_id', '=', boris.id)
  await expect.poll(() => choice.executeTakeFirst()).toEqual({ start_choice: 'work' })
  const cheapCard = app.getByRole('article').filter({ hasText: 'Бот дёшево' })
  const sheet = app.getByRole('dialog')
  const openMenu = async (card: typeof cheapCard) => {
    await card.getByRole('button', { name: 'Ещё' }).click()
    await sheet.getByRole('button', { name: 'Поделиться' }).waitFor()
    const rows = await sheet.getByRole('button').filter({ hasText: /\p{L}/u }).allInnerTexts()
    expect(rows.map((row) => row.replace(/\n.*/s, '').replace(/\s/g, ' '))).toEqual([
      'Не подходит',
      'Скрыть заказчика',
      'Поделиться',
      'Пожаловаться',
    ])
  }
  const openHideForm = async (card: typeof cheapCard) => {
    await openMenu(card)
    await takeScreenshot(phone, 'menu')
    await sheet.getByRole('button', { name: /^Не подходит/ }).click()
  }
  const hideCard = async () => {
    await openHideForm(cheapCard)
    // Nothing is chosen beforehand, so a quick press hides nothing.
    await sheet.getByText('Мало платят').waitFor()
    expect(await sheet.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await sheet.getByRole('button', { name: 'Убрать из ленты' }).isDisabled()).toBe(true)
    await sheet.getByText('Мало платят').click()
    await sheet.getByText('Дешевле этого будем показывать реже.').waitFor()
    await takeScreenshot(phone, 'asked')
    await sheet.getByRole('button', { name: 'Убрать из ленты' }).click()
    await app.getByText(/^Убрали\. Похожих дешевле/).waitFor()
  }

  // The first card follows the tabs, and a card says why it is shown only if it was chosen for the person.
  const tabsBox = await app.getByRole('navigation', { name: 'Разделы поиска' }).boundingBox()
  const firstBox = await app.getByRole('article').first().boundingBox()
  expect((firstBox?.y ?? 0) - (tabsBox?.y ?? 0) - (tabsBox?.height ?? 0)).toBeLessThanOrEqual(16)
  expect(await app.getByText('Ваша категория').count()).toBe(3)
  expect(await app.getByRole('article').count()).toBe(4)

  // Undoing in the place of the removed card restores the feed unchanged.
  await hideCard()
  expect(await cheapCard.count()).toBe(0)
  await takeScreenshot(phone, 'put-away')
  await app.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await cheapCard.waitFor()
  const readBefore = await reloadAndReadTitles(phone)
  expect(readBefore).toHaveLength(4)
  expect(readBefore.at(-1)).toBe('Сайт по соседству')

  await hideCard()
  const readAfter = await reloadAndReadTitles(phone)
  await takeScreenshot(phone, 'read-again')
  // A listing similar to a hidden one loses 45 points of relevance, so it stands below a listing of a neighbouring
  // category.
  expect(readAfter).toEqual(['Бот за хорошие деньги', 'Сайт по соседству', 'Бот ещё дешевле'])

  await openHideForm(app.getByRole('article').first())
  await sheet.getByRole('button', { name: 'Настроить ленту' }).click()
  await takeScreenshot(phone, 'settings')
  await sheet.getByRole('button', { name: /^Вернуть: Реже: дешевле/ }).click()
  await sheet.getByText('Бот дёшево').waitFor({ state: 'detached' })
  expect(await db.selectFrom('not_for_me').selectAll().execute()).toEqual([])
  expect(await reloadAndReadTitles(phone)).toContain('Бот дёшево')

  // The cards of the tab with all orders have the same menu, and its row opens the form of a report.
  await app.getByRole('link', { name: 'Заказы', exact: true }).click()
  await app.getByText('4 заказа', { exact: true }).waitFor()
  await openMenu(cheapCard)
  await sheet.getByRole('button', { name: 'Пожаловаться' }).click()
  await sheet.getByRole('button', { name: 'Отправить жалобу' }).waitFor()
})
