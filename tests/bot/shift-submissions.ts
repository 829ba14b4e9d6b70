import { expect } from 'vitest'
import { disguised, honest } from '#tests/corpus/texts.ts'
import { confirmPayment, paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { draftVacancy } from '#tests/support/orders/vacancy-life.ts'
import type { Kind } from './shift-kind.ts'
import type { Reader, Shift } from './shift-people.ts'

const pick = (texts: string[], n: number) => texts[(n * 7) % texts.length] ?? ''
/** Honest texts in one language, long enough for a description. */
export const good = (n: number) => `${pick(honest, n)} Номер в нашем списке: ${n}.`
/** Contacts in a form that automatic checks do not have to find. */
export const disguisedText = (n: number) => pick(disguised, n)
export const wishOf = (n: number, subtitle = good(n)) => ({
  title: `Задание ${n} для бюро`,
  subtitle,
  price: 12_000 + n,
})

/** A paid order in moderation, with its author. */
export async function order(shift: Shift, wish: object, by?: Reader) {
  const author = by ?? (await shift.reader())
  const { order } = await paidOrder(shift.api, wish, author.app)
  return { author, id: order.id, title: order.title, task_id: await shift.taskOf({ listing_id: order.id }) }
}

export async function refused(
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

export async function shown(shift: Shift, { id, title, author }: Awaited<ReturnType<typeof order>>) {
  await shift.moved(id, 'published')
  await author.reads(`Заказ «${title}» в ленте`)
  return undefined
}

/** A submission that breaks a rule. */
export const breaking =
  (text: (n: number) => string, card: string, reason: 'contacts' | 'scam', words: string): Kind =>
  async (shift, n) => {
    const made = await order(shift, wishOf(n, text(n)))
    const end = () => refused(shift, made, words)
    return { task_id: made.task_id, card, decide: { verb: 'reject', reason }, end }
  }

/** A paid vacancy. */
export const vacancy: Kind = async (shift, n) => {
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
}

/** An order that repeats another author's recent order except for a few words. */
export const nearDuplicate: Kind = async (shift, n) => {
  const words = `${good(n)} Срок неделя, всё обсудим заранее.`
  const first = await publishedOrder(shift.api, wishOf(n, words), (await shift.reader()).app)
  const made = await order(shift, wishOf(n, words.replace('неделя', 'десять дней')))
  return {
    ...{ task_id: made.task_id, card: `похоже на заказ ${first.order.id}` },
    decide: { verb: 'reject', reason: 'duplicate' },
    end: () => refused(shift, made, 'Повтор объявления'),
  }
}

/** A fraudulent order whose author is blocked. */
export const closedAccess: Kind = async (shift, n) => {
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
}
