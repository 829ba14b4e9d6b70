import { expect } from 'vitest'
import { disguisedTexts, honestTexts } from '#tests/corpus/texts.ts'
import { confirmPayment, paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { draftVacancy } from '#tests/support/orders/vacancy-life.ts'
import type { TaskScenario } from './shift-kind.ts'
import type { Reader, Shift } from './shift-people.ts'

const pickText = (texts: string[], n: number) => texts[(n * 7) % texts.length] ?? ''
/** A text that breaks no rule, long enough for a description. */
export const honestText = (n: number) => `${pickText(honestTexts, n)} Номер в нашем списке: ${n}.`
/** A text with contacts disguised so well that the automatic checks may miss them. */
export const disguisedText = (n: number) => pickText(disguisedTexts, n)
export const orderFields = (n: number, subtitle = honestText(n)) => ({
  title: `Задание ${n} для бюро`,
  subtitle,
  price: 12_000 + n,
})

/** Submits a paid order for moderation, and returns it with its author. */
export async function submitOrder(shift: Shift, fields: object, reader?: Reader) {
  const author = reader ?? (await shift.reader())
  const { order } = await paidOrder(shift.api, fields, author.app)
  return { author, id: order.id, title: order.title, task_id: await shift.taskOf({ listing_id: order.id }) }
}

export async function expectRejected(
  shift: Shift,
  { id, title, author }: Awaited<ReturnType<typeof submitOrder>>,
  reason: string,
) {
  expect(await shift.moved(id, 'rejected')).toMatchObject({ rejection_reason: reason, published_at: null })
  const notice = await author.waitForMessage(`«${title}» не опубликован`)
  expect(notice).toContain(`Причина: ${reason}`)
  expect(notice).toContain('платить ещё раз не нужно')
  return undefined
}

export async function expectPublished(
  shift: Shift,
  { id, title, author }: Awaited<ReturnType<typeof submitOrder>>,
) {
  await shift.moved(id, 'published')
  await author.waitForMessage(`Заказ «${title}» в ленте`)
  return undefined
}

/** A submission that breaks a rule, so that moderators reject it. */
export const ruleBreaking =
  (
    text: (n: number) => string,
    card: string,
    reason: 'contacts' | 'scam',
    reasonText: string,
  ): TaskScenario =>
  async (shift, n) => {
    const submittedOrder = await submitOrder(shift, orderFields(n, text(n)))
    const checkOutcome = () => expectRejected(shift, submittedOrder, reasonText)
    return { task_id: submittedOrder.task_id, card, decision: { verb: 'reject', reason }, checkOutcome }
  }

/** A paid vacancy that waits for moderation. */
export const vacancy: TaskScenario = async (shift, n) => {
  const author = await shift.reader()
  const fields = { title: `Место ${n} в бюро`, description: honestText(n) }
  const { vacancy } = await draftVacancy(shift.api, fields, author.app)
  const body = { vacancy_id: vacancy.id, payment_type: 'vacancy' as const }
  await confirmPayment(shift.api, await author.app.call('POST /pay/generate-payment-robokassa', { body }))
  const checkOutcome = async () => {
    await shift.moved(vacancy.id, 'published')
    await author.waitForMessage(`Вакансия «${vacancy.title}» в ленте`)
    return undefined
  }
  const task_id = await shift.taskOf({ listing_id: vacancy.id })
  return { task_id, card: `Вакансия ${vacancy.id}, оплачена`, decision: { verb: 'approve' }, checkOutcome }
}

/** An order whose text differs from another author's recent order in only a few words. */
export const nearDuplicate: TaskScenario = async (shift, n) => {
  const description = `${honestText(n)} Срок неделя, всё обсудим заранее.`
  const first = await publishedOrder(shift.api, orderFields(n, description), (await shift.reader()).app)
  const submittedOrder = await submitOrder(
    shift,
    orderFields(n, description.replace('неделя', 'десять дней')),
  )
  return {
    task_id: submittedOrder.task_id,
    card: `похоже на заказ ${first.order.id}`,
    decision: { verb: 'reject', reason: 'duplicate' },
    checkOutcome: () => expectRejected(shift, submittedOrder, 'Повтор объявления'),
  }
}

/** A fraudulent order. The moderators block its author. */
export const closedAccess: TaskScenario = async (shift, n) => {
  const submittedOrder = await submitOrder(
    shift,
    orderFields(n, `Лёгкий заработок без вложений, взнос ${n} рублей вернём`),
  )
  return {
    task_id: submittedOrder.task_id,
    card: 'похоже на обман',
    decision: { verb: 'block', reason: 'scam' },
    async checkOutcome() {
      await shift.moved(submittedOrder.id, 'rejected')
      expect(await submittedOrder.author.waitForMessage('Доступ к «Отклику» закрыт')).toContain(
        'Причина: Похоже на обман',
      )
      expect(await submittedOrder.author.countMessages('отправьте снова')).toBe(0)
      const person = shift.db
        .selectFrom('users')
        .select('status')
        .where('id', '=', submittedOrder.author.app.id)
      expect((await person.executeTakeFirst())?.status).toBe('blocked')
      return undefined
    },
  }
}
