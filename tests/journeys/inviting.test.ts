import { expect, test } from 'vitest'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import { category, chooseRussian, createAlbum } from './steps.ts'

const setup = setUpJourneys()

test('an author invites somebody who fits, who says "not now" and why in the chat and in the app, and hears of the end', async () => {
  const { world, db } = setup
  const takeScreenshot = createAlbum('inviting')
  const anna = await newPerson(world, 'Анна', 'Орлова')
  const { user: author } = await signIn(world, anna)
  await db
    .updateTable('users')
    .set({ is_client: true, is_contractor: false })
    .where('id', '=', author.id)
    .execute()
  const boris = await newFreelancer(world, 'Борис', 'Титов', category.id)
  await world.telegram.post(`/users/${boris.id}/contact`)
  const { user } = await signIn(world, boris)
  const profile = { ui_language: 'ru', can_write: true, rating: '5.00', completed_count: 99 } as const
  await db.updateTable('users').set(profile).where('id', '=', user.id).execute()

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  async function publishOrder(title: string): Promise<number> {
    const { id } = await db
      .insertInto('listings')
      .values({
        kind: 'order',
        author_id: author.id,
        status: 'published' as never,
        title,
        category_id: category.id,
        content_hash: crypto.randomUUID(),
        price: 6_000_000,
        price_base: 6_000_000,
        payment_format: 'fixed',
        published_at: inDays(0),
        expires_at: inDays(30),
        deadline: inDays(6),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('orders').values({ listing_id: id, subtitle: 'Бот для записи гостей.' }).execute()
    return id
  }
  const stateOf = async (listing_id: number) =>
    (
      await db
        .selectFrom('invitations')
        .select('state')
        .where('listing_id', '=', listing_id)
        .where('user_id', '=', user.id)
        .executeTakeFirst()
    )?.state

  const reasonOf = async (listing_id: number) =>
    (
      await db
        .selectFrom('invitations')
        .select('decline_reason')
        .where('listing_id', '=', listing_id)
        .executeTakeFirst()
    )?.decline_reason

  const [first, second] = [await publishOrder('Бот для записи'), await publishOrder('Бот для кофейни')]
  const client = await setup.phoneOf(anna, { tme: `otklik_demo_bot?startapp=page_order___orderId_${first}` })
  await client.waitForApp()
  await chooseRussian(client)
  await client.app.getByRole('link', { name: 'Пригласить' }).click()
  await client.app.getByRole('heading', { name: 'Пригласить' }).waitFor()
  await client.app.getByText('Работает в той же категории').waitFor()
  await client.app.getByRole('button', { name: 'Пригласить: Борис Титов' }).click()
  const messageField = client.app.getByLabel('Несколько слов от вас')
  await messageField.fill('Пишите сразу на anna@example.com')
  await client.app.getByRole('button', { name: 'Отправить приглашение' }).click()
  await client.app.getByText(/^Уберите из\sтекста контакты/).waitFor()
  expect(await stateOf(first)).toBe(undefined)
  ignoreErrors(client, /status of 422/)
  await messageField.fill('Видели вашу работу для пекарни, нужна такая же.')
  await client.app.getByRole('button', { name: 'Отправить приглашение' }).click()
  await client.app.getByText('Приглашено 1 из 10').waitFor()
  await takeScreenshot(client, 'invited')

  const phone = await setup.phoneOf(boris)
  await phone.openChat()
  await phone.message('Анна Орлова приглашает вас на заказ').waitFor()
  await phone.message('Видели вашу работу для пекарни, нужна такая же.').waitFor()
  await takeScreenshot(phone, 'message')
  await phone.press('Анна Орлова приглашает вас на заказ', 'Не сейчас')
  await phone.message('Вы ответили «Не сейчас»').waitFor()
  expect(await stateOf(first)).toBe('declined')
  await phone.press('Вы ответили «Не сейчас»', 'Нет времени')
  await phone.message('Вы ответили «Не сейчас»: сейчас нет времени').waitFor()
  await takeScreenshot(phone, 'declined')

  await world.telegram.post(`/users/${anna.id}/start`)
  const { call } = await signIn(world, anna)
  await call('POST', `/api/listings/${second}/invitations`, { user_ids: [user.id] })
  const app = await setup.phoneOf(boris, { tme: `otklik_demo_bot?startapp=page_order___orderId_${second}` })
  await app.waitForApp()
  await chooseRussian(app)
  await app.app.getByRole('heading', { name: 'Вас приглашают' }).waitFor()
  await takeScreenshot(app, 'in-the-app')
  await expect.poll(() => stateOf(second)).toBe('seen')
  await app.app.getByRole('button', { name: 'Не сейчас' }).click()
  await app.app.getByRole('button', { name: 'Мало платят' }).click()
  await expect.poll(() => reasonOf(second)).toBe('price')
  await app.app.getByRole('button', { name: 'Снова открыть приглашение' }).click()
  await app.app.getByRole('heading', { name: 'Вас приглашают' }).waitFor()
  await call('POST', `/api/projects/close/${second}`)
  await phone.message('Приглашение в «Бот для кофейни» больше не действует').waitFor()
  expect(await stateOf(second)).toBe('ended')
  await takeScreenshot(phone, 'ended')

  const list = await setup.phoneOf(boris, { tme: 'otklik_demo_bot?startapp=page_chat' })
  await list.waitForApp()
  await list.app.getByRole('link', { name: 'Отклики' }).click()
  await list.app.getByRole('link', { name: /Приглашения/ }).click()
  await list.app.getByText('Заказчик закрыл объявление.').waitFor()
  await list.app.getByRole('button', { name: 'Нет времени', pressed: true }).waitFor()
  // The card is a link with a button on it. Pressing the button does not open the link.
  await list.app.getByRole('button', { name: 'Не те условия' }).click()
  await expect.poll(() => reasonOf(first)).toBe('terms')
  await list.app.getByRole('button', { name: 'Снова открыть приглашение' }).click()
  await list.app.getByRole('heading', { name: 'Ждут ответа' }).waitFor()
  await list.app.getByText(/^Ответить до\s\d+\s/).waitFor()
  await list.app.getByText(/60\s000\s₽/).waitFor()
  await list.app.getByRole('link', { name: 'Смотреть заказ' }).waitFor()
  await takeScreenshot(list, 'list')
  expect(await stateOf(first)).toBe('seen')
})
