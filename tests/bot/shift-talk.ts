import { expect } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import type { TaskScenario } from './shift-kind.ts'
import { expectPublished, expectRejected, orderFields, submitOrder } from './shift-submissions.ts'

/** A published order that its author edits, so that moderators must review the edit. */
export const edit =
  (changes: (n: number) => object, isBig: boolean): TaskScenario =>
  async (shift, n) => {
    const author = await shift.reader()
    const fields = orderFields(n)
    const { order } = await publishedOrder(shift.api, fields, author.app)
    await author.app.call('PATCH /api/projects/:id', { params: { id: order.id }, body: changes(n) })
    const task_id = await shift.taskOf({ listing_id: order.id, subject: 'revision' })
    const price = async () => Number((await shift.listing(order.id)).price) / 100
    const isRefused = isBig && n % 2 === 1
    return {
      task_id,
      card: isBig ? 'Ждёт: сильно изменилась цена' : 'Правка уже в ленте',
      decision: isRefused
        ? { verb: 'reject', text: 'Цена не та, о которой договорились' }
        : { verb: 'approve' },
      async checkOutcome() {
        await shift.waitForClosed(task_id)
        expect((await shift.listing(order.id)).status).toBe('published')
        expect(await price()).toBe(isBig && !isRefused ? 90_000 + n : fields.price)
        if (isRefused) {
          const notice = await author.waitForMessage(`Изменения в «${order.title}» не приняты`)
          expect(notice).toContain('Причина: Цена не та')
        } else expect(await author.countMessages('не приняты')).toBe(0)
        return undefined
      },
    }
  }

/** An order that a moderator rejects and whose author appeals. Another moderator decides the appeal. */
export const objection: TaskScenario = async (shift, n) => {
  const submittedOrder = await submitOrder(shift, orderFields(n))
  return {
    task_id: submittedOrder.task_id,
    card: 'Проверка',
    decision: { verb: 'reject', reason: 'unclear' },
    async checkOutcome(moderator) {
      await expectRejected(shift, submittedOrder, 'Непонятное задание')
      const body = { text: 'Задание описано целиком, с числом страниц' }
      const params = { listing_id: submittedOrder.id }
      await submittedOrder.author.app.call('POST /api/moderation/:listing_id/appeal', { params, body })
      const task_id = await shift.taskOf({ listing_id: submittedOrder.id })
      const isWon = n % 2 === 0
      return {
        task_id,
        card: 'Первое решение\nЗаказ отклонён: Непонятное задание',
        excluded: { moderator: moderator, refusal: errorText('ru', 'own_rejection') },
        decision: isWon ? { verb: 'approve' } : { verb: 'reject', reason: 'unclear' },
        async checkOutcome() {
          await shift.moved(submittedOrder.id, isWon ? 'published' : 'rejected')
          const notice = await submittedOrder.author.waitForMessage(
            isWon ? 'Отказ отменён' : 'Отказ остался в силе',
          )
          expect(notice).toContain('Решал другой модератор.')
          return undefined
        },
      }
    },
  }
}

export const question: TaskScenario = async (shift, n) => {
  const submittedOrder = await submitOrder(shift, orderFields(n))
  const questionText = `Сколько страниц в задании ${n}?`
  return {
    task_id: submittedOrder.task_id,
    card: 'Проверка',
    decision: { verb: 'ask', text: questionText },
    async checkOutcome() {
      await submittedOrder.author.waitForMessage(questionText)
      const body = { text: `В задании ${n} двенадцать страниц` }
      await submittedOrder.author.app.call('POST /api/moderation/:listing_id/answer', {
        params: { listing_id: submittedOrder.id },
        body,
      })
      const card = `Ответ автора: ${body.text}`
      return {
        task_id: submittedOrder.task_id,
        card,
        decision: { verb: 'approve' },
        checkOutcome: () => expectPublished(shift, submittedOrder),
      }
    },
  }
}
