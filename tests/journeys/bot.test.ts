import { expect, test } from 'vitest'
import { placeRows } from '#tests/support/money/place-rows.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { newFreelancer, newPerson, type Person, signIn } from './people.ts'
import { listingOf, paymentsOf, setUpJourneys } from './setup.ts'
import {
  category,
  chooseRussian,
  createAlbum,
  fillOrder,
  goToNewOrder,
  openBotFirst,
  saveOrder,
} from './steps.ts'

const setup = setUpJourneys({ env: { PAYMENTS_POLICY: 'store-safe' } })

async function openBotFor(person: Person): Promise<Phone> {
  const phone = await setup.phoneOf(person)
  await phone.openChat()
  const startButton = phone.page.getByTestId('start')
  if (await startButton.isVisible()) await startButton.click()
  return phone
}

test('settings, a confirmed phone, an answer to a notification, and a block in between', async () => {
  const { world } = setup
  const takeScreenshot = createAlbum('bot')
  const anna = await newPerson(world, 'Анна', 'Орлова')
  const boris = await newFreelancer(world, 'Борис', 'Титов', category.id)
  const phone = await openBotFor(anna)
  await phone.message('Здравствуйте, Анна').waitFor()

  await phone.write('/settings')
  await phone.press('Нажмите на строку', '✓ Новые заказы')
  await phone.message('Нажмите на строку').getByRole('button', { name: '○ Новые заказы' }).waitFor()
  await phone.press('Нажмите на строку', 'Тихие часы: выключены')
  await phone.press('Тихие часы', 'Включить: 22:00 – 08:00')
  await phone.message('Тихие часы').getByRole('button', { name: 'С 22:00', exact: true }).waitFor()
  await takeScreenshot(phone, 'quiet-hours')
  const { user } = await signIn(world, anna)
  const settings = () =>
    setup.db
      .selectFrom('users')
      .select(['is_notify_new_order', 'quiet_from', 'can_write'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
  expect(await settings()).toMatchObject({ is_notify_new_order: false, quiet_from: 1320 })

  await world.telegram.post(`/users/${anna.id}/start`, { payload: 'verify' })
  await phone.page.getByRole('button', { name: 'Поделиться номером' }).click()
  const yesButton = phone.page.getByTestId('dialog-yes')
  await Promise.race([yesButton.click(), phone.message('Номер подтверждён').waitFor()])
  await phone.message('Номер подтверждён').waitFor()
  await takeScreenshot(phone, 'phone-confirmed')

  await world.telegram.post(`/users/${boris.id}/contact`)
  const borisSession = await signIn(world, boris)
  await expect.poll(async () => (await signIn(world, boris)).user.is_verified).toBe(true)
  const room = await borisSession.call<{ id: number }>('POST', '/chat/create_room', {
    user1_id: borisSession.user.id,
    user2_id: user.id,
    other_chat: true,
  })
  const sendMessage = (content: string) =>
    borisSession.call('POST', '/chat/send_msg', { room_id: room.id, content })
  await sendMessage('Добрый день! Есть вопрос о сроках.')
  const notice = phone.message('Есть вопрос о сроках')
  await notice.waitFor()
  const id = (await notice.getAttribute('data-testid'))?.split('-')[1]
  await phone.page.getByTestId(`reply-${id}`).click({ force: true })
  await phone.page.getByTestId('reply-bar').waitFor()
  await phone.write('Спрашивайте, отвечу сегодня')
  await phone.message('Отправили в чат: Борис Титов').waitFor()
  await takeScreenshot(phone, 'answered-in-the-bot')
  const messages = await setup.db
    .selectFrom('chat_messages')
    .select('content')
    .where('room_id', '=', room.id)
    .execute()
  expect(messages.map(({ content }) => content)).toContain('Спрашивайте, отвечу сегодня')

  await world.telegram.post(`/users/${anna.id}/block`)
  await expect.poll(async () => (await settings()).can_write).toBe(false)
  await sendMessage('Вы здесь?')
  await phone.page.getByTestId('start').click()
  await phone.message('Здравствуйте, Анна').waitFor()
  await expect.poll(async () => (await settings()).can_write).toBe(true)
  expect(await phone.message('Вы здесь?').count()).toBe(0)
})

test('Stars pay for an order, and its card is shared in a chat until it closes', async () => {
  const { world, db } = setup
  const takeScreenshot = createAlbum('stars-and-sharing')
  const client = await newPerson(world, 'Вера', 'Лис')
  const mutedPerson = await newPerson(world, 'Глеб', 'Нор')
  await world.telegram.patch(`/users/${client.id}`, { stars: 5000 })
  const phone = await setup.phoneOf(client)
  const title = 'Бот для записи к врачу'
  await openBotFirst(phone)
  await chooseRussian(phone)
  await goToNewOrder(phone)
  await fillOrder(phone, { title, text: 'Нужен бот с календарём и напоминаниями.', price: '40000' })
  await saveOrder(phone)
  await phone.app.getByRole('button', { name: /^Оплатить ·/ }).click()
  await phone.page.getByTestId('invoice-sheet').waitFor()
  await takeScreenshot(phone, 'invoice-in-stars')
  await phone.page.getByTestId('invoice-pay').click()
  await phone.app.getByText('Оплата прошла').first().waitFor()
  await takeScreenshot(phone, 'paid-with-stars')
  const { id } = await listingOf(setup, title)
  expect(await paymentsOf(setup, id)).toMatchObject([{ state: 'paid', amount: 1924 }])

  const now = new Date()
  const publishedColumns = { status: 'published' as const, published_at: now.toISOString() }
  const expires_at = new Date(now.getTime() + 86_400_000).toISOString()
  await placeRows(db, 'listings', { id }, { ...publishedColumns, expires_at })
  await world.telegram.post(`/users/${client.id}/share`, { to: mutedPerson.id, text: 'Посмотри, пожалуйста' })
  const chats = await world.telegram.get<{ id: number; peer?: { id: number } }[]>(
    `/chats?user_id=${mutedPerson.id}`,
  )
  const dialog = chats.find(({ peer }) => peer?.id === client.id)?.id
  const friendPhone = await setup.phoneOf(mutedPerson)
  await friendPhone.openChat(dialog)
  await friendPhone.page.getByTestId('composer').fill('@otklik_demo_bot для записи')
  await friendPhone.page.getByTestId('inline-0').filter({ hasText: title }).click()
  await friendPhone.message(`Заказ: ${title}`).waitFor()
  await takeScreenshot(friendPhone, 'card-in-a-chat')
  await placeRows(db, 'listings', { id }, { status: 'archived' })
  await friendPhone.message('Уже не принимает отклики').waitFor()
  await takeScreenshot(friendPhone, 'card-of-a-closed-order')
})
