import { expect } from 'vitest'
import { errorText } from '#services/core/i18n.ts'
import { disguised, honest } from '#tests/corpus/texts.ts'
import { confirmPayment, paidOrder, publishedOrder } from '#tests/support/order-life.ts'
import { confirmPhone } from '#tests/support/people.ts'
import { draftVacancy } from '#tests/support/vacancy-life.ts'
import type { Act, Moderator } from './shift-doors.ts'
import type { Reader, Shift } from './shift-people.ts'

/** Something that waits for the moderators. */
export type Waiting = {
  task_id: number
  /** What the card says, from which the decision follows. */
  card: string
  /** What its author may not do, when the author is a moderator. */
  own?: Moderator
  decide: Act
  /** How it ends for every side, and what comes of it that waits for the moderators again. */
  end(by: Moderator): Promise<Again | undefined>
}
export type Again = Omit<Waiting, 'own'> & {
  /** The moderator who may not decide now, and what they read who tries. */
  besides?: { who: Moderator; reads: string }
}

/** @param n the number of this item in the shift */
type Kind = (shift: Shift, n: number) => Promise<Waiting>

const pick = (texts: string[], n: number) => texts[(n * 7) % texts.length] ?? ''
/** Honest texts of one language, long enough to be a description. */
const good = (n: number) => `${pick(honest, n)} Номер в нашем списке: ${n}.`
const wishOf = (n: number, subtitle = good(n)) => ({
  title: `Задание ${n} для бюро`,
  subtitle,
  price: 12_000 + n,
})

/** A paid order as it waits, with the author who reads the bot. */
async function order(shift: Shift, wish: object, by?: Reader) {
  const author = by ?? (await shift.reader())
  const { order } = await paidOrder(shift.api, wish, author.app)
  return { author, id: order.id, title: order.title, task_id: await shift.taskOf({ listing_id: order.id }) }
}

async function refused(
  shift: Shift,
  { id, title, author }: Awaited<ReturnType<typeof order>>,
  reason: string,
) {
  expect(await shift.moved(id, 'rejected')).toMatchObject({ rejection_reason: reason, published_at: null })
  const news = await author.reads(`«${title}» не опубликован`)
  expect(news).toContain(`Причина: ${reason}`)
  expect(news).toContain('платить ещё раз не нужно')
  return undefined
}

async function shown(shift: Shift, { id, title, author }: Awaited<ReturnType<typeof order>>) {
  await shift.moved(id, 'published')
  await author.reads(`Заказ «${title}» в ленте`)
  return undefined
}

/** A submission that breaks a rule. */
const breaking =
  (text: (n: number) => string, card: string, reason: 'contacts' | 'scam', words: string): Kind =>
  async (shift, n) => {
    const made = await order(shift, wishOf(n, text(n)))
    const end = () => refused(shift, made, words)
    return { task_id: made.task_id, card, decide: { verb: 'reject', reason }, end }
  }

/** A published order whose author changes it. */
const edit =
  (changes: (n: number) => object, isBig: boolean): Kind =>
  async (shift, n) => {
    const author = await shift.reader()
    const wish = wishOf(n)
    const { order } = await publishedOrder(shift.api, wish, author.app)
    await author.app.call('PATCH /api/projects/:id', { params: { id: order.id }, body: changes(n) })
    const task_id = await shift.taskOf({ listing_id: order.id, subject: 'revision' })
    const price = async () => Number((await shift.listing(order.id)).price) / 100
    const isRefused = isBig && n % 2 === 1
    return {
      ...{ task_id, card: isBig ? 'Ждёт: сильно изменилась цена' : 'Правка уже в ленте' },
      decide: isRefused
        ? { verb: 'reject', words: 'Цена не та, о которой договорились' }
        : { verb: 'approve' },
      async end() {
        await shift.closed(task_id)
        expect((await shift.listing(order.id)).status).toBe('published')
        expect(await price()).toBe(isBig && !isRefused ? 90_000 + n : wish.price)
        if (isRefused) {
          const news = await author.reads(`Изменения в «${order.title}» не приняты`)
          expect(news).toContain('Причина: Цена не та')
        } else expect(await author.count('не приняты')).toBe(0)
        return undefined
      },
    }
  }

const listingReport: Kind = async (shift, n) => {
  const [author, reporter] = [await shift.reader(), await shift.reader()]
  const { order } = await publishedOrder(shift.api, wishOf(n), author.app)
  const { task_id, card } = await shift.complaint(reporter, 'listing', order.id)
  if (n % 2)
    return {
      ...{ task_id, card, decide: { verb: 'dismiss' } },
      async end() {
        await reporter.reads(`Заказ «${order.title}» остаётся`)
        expect((await shift.listing(order.id)).status).toBe('published')
        expect(await author.count('Причина')).toBe(0)
        return undefined
      },
    }
  return {
    ...{ task_id, card, decide: { verb: 'accept', consequence: 'warn', reason: 'scam' } },
    async end() {
      expect(await shift.moved(order.id, 'hidden')).toMatchObject({ hidden_reason: 'staff' })
      const news = await author.reads(`Заказ «${order.title}» снят с публикации`)
      expect(news).toContain('Причина: Похоже на обман.')
      expect(news).toContain('Это предупреждение')
      await reporter.reads(`Заказ «${order.title}» снят с публикации. Спасибо`)
      return undefined
    },
  }
}

const personReport: Kind = async (shift) => {
  const [accused, reporter] = [await shift.reader(), await shift.reader()]
  const { task_id, card } = await shift.complaint(reporter, 'user', accused.app.id)
  return {
    ...{ task_id, card, decide: { verb: 'accept', consequence: 'warn', reason: 'abuse' } },
    async end() {
      expect(await accused.reads('Предупреждение от модератора')).toContain('Причина: Оскорбления.')
      await reporter.reads('Жалоба принята, меры приняты')
      return undefined
    },
  }
}

const messageReport: Kind = async (shift, n) => {
  const [writer, reporter] = [await shift.reader(), await shift.reader()]
  await confirmPhone(shift.api, writer.app)
  const body = { user1_id: writer.app.id, user2_id: reporter.app.id, other_chat: true }
  const { id: room_id } = await writer.app.call('POST /chat/create_room', { body })
  const content = `Переведите задаток ${n}, иначе не начну`
  const message = await writer.app.call('POST /chat/send_msg', { body: { room_id, content } })
  const { task_id, card } = await shift.complaint(reporter, 'message', message.id)
  expect(card).toContain(content)
  return {
    ...{ task_id, card, decide: { verb: 'accept', consequence: 'remove', reason: 'scam' } },
    async end() {
      expect(await writer.reads('Модератор удалил ваше сообщение')).toContain('Причина: Похоже на обман.')
      await reporter.reads('Сообщение удалено. Спасибо')
      const sent = shift.db
        .selectFrom('chat_messages')
        .select(['content', 'deleted_at'])
        .where('id', '=', message.id)
      expect(await sent.executeTakeFirst()).toEqual({ content: null, deleted_at: expect.any(String) })
      return undefined
    },
  }
}

/** The author of a refused order objects, and somebody else looks. */
const objection: Kind = async (shift, n) => {
  const made = await order(shift, wishOf(n))
  return {
    ...{ task_id: made.task_id, card: 'Проверка', decide: { verb: 'reject', reason: 'unclear' } },
    async end(by) {
      await refused(shift, made, 'Непонятное задание')
      const body = { text: 'Задание описано целиком, с числом страниц' }
      const params = { listing_id: made.id }
      await made.author.app.call('POST /api/moderation/:listing_id/appeal', { params, body })
      const task_id = await shift.taskOf({ listing_id: made.id })
      const isWon = n % 2 === 0
      return {
        ...{ task_id, card: 'Первое решение\nЗаказ отклонён: Непонятное задание' },
        besides: { who: by, reads: errorText('ru', 'own_rejection') },
        decide: isWon ? { verb: 'approve' } : { verb: 'reject', reason: 'unclear' },
        async end() {
          await shift.moved(made.id, isWon ? 'published' : 'rejected')
          const news = await made.author.reads(isWon ? 'Отказ отменён' : 'Отказ остался в силе')
          expect(news).toContain('Решал другой модератор.')
          return undefined
        },
      }
    },
  }
}

const question: Kind = async (shift, n) => {
  const made = await order(shift, wishOf(n))
  const words = `Сколько страниц в задании ${n}?`
  return {
    ...{ task_id: made.task_id, card: 'Проверка', decide: { verb: 'ask', words } },
    async end() {
      await made.author.reads(words)
      const body = { text: `В задании ${n} двенадцать страниц` }
      await made.author.app.call('POST /api/moderation/:listing_id/answer', {
        params: { listing_id: made.id },
        body,
      })
      const card = `Ответ автора: ${body.text}`
      return { task_id: made.task_id, card, decide: { verb: 'approve' }, end: () => shown(shift, made) }
    },
  }
}

/** The kinds of a shift, in the order in which they come when there are few, with how many of sixty each is. */
export const kinds: Record<string, { of60: number; arrive: Kind }> = {
  'good order': {
    of60: 9,
    async arrive(shift, n) {
      const made = await order(shift, wishOf(n))
      expect(await shift.textOf(made.task_id)).not.toMatch(/контакты в тексте|похоже на обман/)
      return {
        task_id: made.task_id,
        card: 'Проверка',
        decide: { verb: 'approve' },
        end: () => shown(shift, made),
      }
    },
  },
  vacancy: {
    of60: 6,
    async arrive(shift, n) {
      const author = await shift.reader()
      const wish = { title: `Место ${n} в бюро`, description: good(n) }
      const { vacancy } = await draftVacancy(shift.api, wish, author.app)
      const body = { vacancy_id: vacancy.id, payment_type: 'vacancy' as const }
      await confirmPayment(shift.api, await author.app.call('POST /pay/generate-payment-robokassa', { body }))
      const end = async () => {
        await shift.moved(vacancy.id, 'published')
        await author.reads(`Вакансия «${vacancy.title}» в ленте`)
        return undefined
      }
      const task_id = await shift.taskOf({ listing_id: vacancy.id })
      return { task_id, card: `Вакансия ${vacancy.id}, оплачена`, decide: { verb: 'approve' }, end }
    },
  },
  spam: {
    of60: 4,
    arrive: breaking(
      (n) => `Лёгкий заработок каждому, вложений не надо, пишите сразу. Набор ${n}.`,
      'похоже на обман',
      'scam',
      'Похоже на обман',
    ),
  },
  contacts: {
    of60: 4,
    arrive: breaking(
      (n) => `${good(n)} Пишите на studio${n}@example.com`,
      'контакты в тексте',
      'contacts',
      'Контакты в описании',
    ),
  },
  'disguised contacts': {
    of60: 4,
    arrive: breaking(
      (n) => `Задание ${n} обсудим подробно. ${pick(disguised, n)}`,
      'в тексте: «',
      'contacts',
      'Контакты в описании',
    ),
  },
  'near-duplicate': {
    of60: 4,
    async arrive(shift, n) {
      const words = `${good(n)} Срок неделя, всё обсудим заранее.`
      const first = await publishedOrder(shift.api, wishOf(n, words), (await shift.reader()).app)
      const made = await order(shift, wishOf(n, words.replace('неделя', 'десять дней')))
      return {
        ...{ task_id: made.task_id, card: `похоже на заказ ${first.order.id}` },
        decide: { verb: 'reject', reason: 'duplicate' },
        end: () => refused(shift, made, 'Повтор объявления'),
      }
    },
  },
  urgent: {
    of60: 4,
    async arrive(shift, n) {
      const made = await order(shift, { ...wishOf(n), is_urgent: true })
      const end = async () => {
        expect((await shift.moved(made.id, 'published')).urgent).toBe(true)
        return shown(shift, made)
      }
      return {
        task_id: made.task_id,
        card: `Заказ ${made.id}, срочный, оплачен`,
        decide: { verb: 'approve' },
        end,
      }
    },
  },
  'small edit': { of60: 3, arrive: edit((n) => ({ subtitle: `${good(n)} Ждём к утру.` }), false) },
  'large edit': { of60: 4, arrive: edit((n) => ({ price: 90_000 + n }), true) },
  'report on a listing': { of60: 4, arrive: listingReport },
  'report on a person': { of60: 2, arrive: personReport },
  'report on a message': { of60: 2, arrive: messageReport },
  appeal: { of60: 3, arrive: objection },
  question: { of60: 4, arrive: question },
  'scam, access closed': {
    of60: 2,
    async arrive(shift, n) {
      const made = await order(shift, wishOf(n, `Лёгкий заработок без вложений, взнос ${n} рублей вернём`))
      return {
        ...{ task_id: made.task_id, card: 'похоже на обман', decide: { verb: 'block', reason: 'scam' } },
        async end() {
          await shift.moved(made.id, 'rejected')
          expect(await made.author.reads('Доступ к «Отклику» закрыт')).toContain('Причина: Похоже на обман')
          expect(await made.author.count('отправьте снова')).toBe(0)
          const person = shift.db.selectFrom('users').select('status').where('id', '=', made.author.app.id)
          expect((await person.executeTakeFirst())?.status).toBe('blocked')
          return undefined
        },
      }
    },
  },
  'a moderator’s own': {
    of60: 1,
    async arrive(shift, n) {
      const own = shift.moderators[n % 2] as Moderator
      const author = shift.readerOf(own)
      const made = await order(shift, wishOf(n), author)
      const end = () => shown(shift, made)
      return { task_id: made.task_id, card: 'Проверка', own, decide: { verb: 'approve' }, end }
    },
  },
}
