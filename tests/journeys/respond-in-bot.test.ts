import { expect, test } from 'vitest'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { category, createAlbum } from './steps.ts'

const setup = setUpJourneys()

const textsByLanguage = {
  ru: {
    respond: 'Откликнуться',
    price: 'Сколько возьмёте',
    write: '52 тысячи',
    amount: /52.000.₽/,
    letter: 'Теперь сообщение заказчику',
    check: 'Проверьте отклик',
    send: 'Отправить',
    sent: 'Отклик отправлен. Сейчас он 1-й из 1.',
    not: 'Не подходит ›',
    ask: 'Что не так?',
    author: 'Этот заказчик',
    done: 'Его заказы присылать не будем',
    later: 'Позже',
    remind: /^Напомним\s/,
  },
  en: {
    respond: 'Respond',
    price: 'How much for this work?',
    write: '52k',
    amount: '₽52,000',
    letter: 'Now a message to the client',
    check: 'Check your response',
    send: 'Send',
    sent: 'Response sent. It is 1 of 1 now.',
    not: 'Not for me ›',
    ask: 'What’s wrong with it?',
    author: 'This client',
    done: 'We will not send their orders',
    later: 'Later',
    remind: /^We\s+will\s+remind\s+you\s/,
  },
}

test.each(['ru', 'en'] as const)(
  'an order is answered, turned down and put off in the chat, %s',
  async (language) => {
    const { world, db } = setup
    const texts = textsByLanguage[language]
    const takeScreenshot = createAlbum(`respond-in-bot-${language}`)
    const anna = await signIn(world, await newPerson(world, 'Анна', 'Орлова'))
    const boris = await newFreelancer(world, 'Борис', 'Титов', category.id)
    await world.telegram.post(`/users/${boris.id}/contact`)
    const { user } = await signIn(world, boris)
    await db
      .updateTable('users')
      .set({ ui_language: language, can_write: true })
      .where('id', '=', user.id)
      .execute()
    const now = new Date()
    const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

    /** Inserts a published order and has the bot notify Boris of it. */
    async function notifyOfOrder(title: string): Promise<number> {
      const { id } = await db
        .insertInto('listings')
        .values({
          kind: 'order',
          author_id: anna.user.id,
          status: 'published',
          title,
          category_id: category.id,
          content_hash: crypto.randomUUID(),
          min_stake: 4_500_000,
          max_stake: 6_000_000,
          price_base: 6_000_000,
          payment_format: 'fixed',
          published_at: now.toISOString(),
          expires_at: inDays(30),
          deadline: inDays(6),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const subtitle =
        'Есть рабочее приложение на 14 экранов. Нужно обновить навигацию и оплату, ждём макеты в Figma.'
      await db.insertInto('orders').values({ listing_id: id, subtitle }).execute()
      await db
        .insertInto('deliveries')
        .values({
          user_id: user.id,
          kind: 'new_order',
          lane: 'bulk',
          dedupe_key: `new_order:${id}:${user.id}`,
          payload: JSON.stringify({ listing_id: id, why: 'category' }),
          next_at: now.toISOString(),
          created_at: now.toISOString(),
        })
        .execute()
      return id
    }

    const phone = await setup.phoneOf(boris)
    await phone.openChat()
    const first = `Редизайн приложения ${language}`
    const listing_id = await notifyOfOrder(first)
    await phone.message(first).waitFor()
    await takeScreenshot(phone, 'order')
    await phone.press(first, texts.respond)
    await phone.message(texts.price).waitFor()
    await phone.write(texts.write)
    await phone.message(texts.letter).getByText(texts.amount).waitFor()
    await phone.write('Готов взять проект целиком: исследование, макеты, прототип. Отвечаю в течение часа.')
    await phone.message(texts.check).waitFor()
    await takeScreenshot(phone, 'check')
    await phone.press(texts.check, texts.send)
    await phone.message(texts.sent).waitFor()
    await takeScreenshot(phone, 'sent')
    const storedResponses = await db
      .selectFrom('responses')
      .select(['user_id', 'price'])
      .where('listing_id', '=', listing_id)
      .execute()
    expect(storedResponses).toEqual([{ user_id: user.id, price: 5_200_000 }])

    const second = `Логотип пекарни ${language}`
    await notifyOfOrder(second)
    await phone.press(second, texts.later)
    await phone.message(second).getByText(texts.remind).waitFor()
    await takeScreenshot(phone, 'later')
    await notifyOfOrder(`Баннер ${language}`)
    await phone.press(`Баннер ${language}`, texts.not)
    await phone.message(texts.ask).waitFor()
    await takeScreenshot(phone, 'why-not')
    await phone.press(texts.ask, texts.author)
    await phone.message(texts.done).waitFor()
    await takeScreenshot(phone, 'turned-down')
  },
)
