import { expect, test } from 'vitest'
import { photo } from '#tests/api/files/uploads-corpus.ts'
import { newPerson, signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { createAlbum, moderator } from './steps.ts'

const setup = setUpJourneys()

test('a question with a photo is answered in its topic, closed and opened again, with the bot restarted in between', async () => {
  const { world, db } = setup
  const takeScreenshot = createAlbum('support')
  const { ops_chat_id: ops } = await world.telegram.get<{ ops_chat_id: number }>('/config')
  await world.telegram.patch(`/chats/${ops}`, { is_forum: true, bot_manages_topics: true })
  const anna = await newPerson(world, 'Анна', 'Орлова')
  await world.telegram.post(`/users/${anna.id}/start`)
  const { user } = await signIn(world, anna)
  const [annasPhone, desk] = [await setup.phoneOf(anna), await setup.phoneOf(moderator)]
  await annasPhone.openChat()
  await desk.openChat(ops)

  await annasPhone.write('/support')
  await annasPhone.message('Напишите, что случилось').waitFor()
  const buffer = await photo(400, 300).jpeg().toBuffer()
  await annasPhone.page.getByTestId('composer').fill('Оплатила, а заказ ждёт оплаты')
  const file = { name: 'screen.jpg', mimeType: 'image/jpeg', buffer }
  await annasPhone.page.getByTestId('attach').setInputFiles(file)
  await annasPhone.message('Передали в поддержку').waitFor()
  await takeScreenshot(annasPhone, 'asked')
  const topic = desk.page.getByTestId(/^topic-\d+$/).filter({ hasText: 'Анна Орлова' })
  await topic.click()
  const caseCard = desk.message('Оплатила, а заказ ждёт оплаты')
  await caseCard.waitFor()
  await takeScreenshot(desk, 'topic')

  await world.restart('bot')
  const id = (await caseCard.getAttribute('data-testid'))?.split('-')[1]
  await desk.page.getByTestId(`reply-${id}`).click({ force: true })
  await desk.page.getByTestId('reply-bar').waitFor()
  await desk.write('Видим оплату, заказ уже у модераторов')
  await annasPhone.message('Видим оплату').waitFor()
  await annasPhone.write('А второй заказ тоже оплачен?')
  await annasPhone.message('Добавили к обращению').waitFor()
  await desk.message('А второй заказ тоже оплачен?').waitFor()
  await desk.press('закроется само', 'Закрыть сейчас')
  await annasPhone.message(/закрыто\. Если вопрос остался/).waitFor()
  await desk.page.getByText('Тема закрыта').waitFor()
  await takeScreenshot(desk, 'closed')

  await world.restart('bot')
  await annasPhone.write('Всё-таки нет')
  await desk.page.getByText('Тема снова открыта').waitFor()
  await desk.message('Всё-таки нет').waitFor()
  await takeScreenshot(desk, 'opened-again')
  await takeScreenshot(annasPhone, 'both-sides')
  const rows = await db
    .selectFrom('support_messages as said')
    .innerJoin('support_cases as one', 'one.id', 'said.case_id')
    .select(['said.side', 'said.content', 'said.state'])
    .where('one.user_id', '=', user.id)
    .orderBy('said.id')
    .execute()
  expect(rows.map(({ side, content, state }) => [side, content, state])).toEqual([
    ['person', 'Оплатила, а заказ ждёт оплаты', 'passed'],
    ['staff', 'Видим оплату, заказ уже у модераторов', 'passed'],
    ['person', 'А второй заказ тоже оплачен?', 'passed'],
    ['person', 'Всё-таки нет', 'passed'],
  ])
}, 90_000)
