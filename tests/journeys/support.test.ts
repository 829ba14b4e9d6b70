import { expect, test } from 'vitest'
import { photo } from '#tests/api/files/uploads-corpus.ts'
import { newPerson, signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { album, moderator } from './steps.ts'

const setup = setUpJourneys()

test('a question with a photo is answered in its topic, closed and opened again, with the bot restarted in between', async () => {
  const { world, db } = setup
  const take = album('support')
  const { ops_chat_id: ops } = await world.telegram.get<{ ops_chat_id: number }>('/config')
  await world.telegram.patch(`/chats/${ops}`, { is_forum: true, bot_manages_topics: true })
  const anna = await newPerson(world, 'Анна', 'Орлова')
  await world.telegram.post(`/users/${anna.id}/start`)
  const { user } = await signIn(world, anna)
  const [hers, desk] = [await setup.phoneOf(anna), await setup.phoneOf(moderator)]
  await hers.openChat()
  await desk.openChat(ops)

  await hers.write('/support')
  await hers.message('Напишите, что случилось').waitFor()
  const buffer = await photo(400, 300).jpeg().toBuffer()
  await hers.page.getByTestId('composer').fill('Оплатила, а заказ ждёт оплаты')
  const file = { name: 'screen.jpg', mimeType: 'image/jpeg', buffer }
  await hers.page.getByTestId('attach').setInputFiles(file)
  await hers.message('Передали в поддержку').waitFor()
  await take(hers, 'asked')
  const topic = desk.page.getByTestId(/^topic-\d+$/).filter({ hasText: 'Анна Орлова' })
  await topic.click()
  const asked = desk.message('Оплатила, а заказ ждёт оплаты')
  await asked.waitFor()
  await take(desk, 'topic')

  await world.restart('bot')
  const id = (await asked.getAttribute('data-testid'))?.split('-')[1]
  await desk.page.getByTestId(`reply-${id}`).click({ force: true })
  await desk.page.getByTestId('reply-bar').waitFor()
  await desk.write('Видим оплату, заказ уже у модераторов')
  await hers.message('Видим оплату').waitFor()
  await hers.write('А второй заказ тоже оплачен?')
  await hers.message('Добавили к обращению').waitFor()
  await desk.message('А второй заказ тоже оплачен?').waitFor()
  await desk.press('закроется само', 'Закрыть сейчас')
  await hers.message(/закрыто\. Если вопрос остался/).waitFor()
  await desk.page.getByText('Тема закрыта').waitFor()
  await take(desk, 'closed')

  await world.restart('bot')
  await hers.write('Всё-таки нет')
  await desk.page.getByText('Тема снова открыта').waitFor()
  await desk.message('Всё-таки нет').waitFor()
  await take(desk, 'opened-again')
  await take(hers, 'both-sides')
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
