import { expect } from 'vitest'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { confirmPhone } from '#tests/support/people/people.ts'
import type { TaskScenario } from './shift-kind.ts'
import { orderFields } from './shift-submissions.ts'

export const listingReport: TaskScenario = async (shift, n) => {
  const [author, reporter] = [await shift.reader(), await shift.reader()]
  const { order } = await publishedOrder(shift.api, orderFields(n), author.app)
  const { task_id, card } = await shift.fileComplaint(reporter, 'listing', order.id)
  if (n % 2)
    return {
      task_id,
      card,
      decision: { verb: 'dismiss' },
      async checkOutcome() {
        await reporter.waitForMessage(`Заказ «${order.title}» остаётся`)
        expect((await shift.listing(order.id)).status).toBe('published')
        expect(await author.countMessages('Причина')).toBe(0)
        return undefined
      },
    }
  return {
    task_id,
    card,
    decision: { verb: 'accept', consequence: 'warn', reason: 'scam' },
    async checkOutcome() {
      expect(await shift.moved(order.id, 'hidden')).toMatchObject({ hidden_reason: 'staff' })
      const notice = await author.waitForMessage(`Заказ «${order.title}» снят с публикации`)
      expect(notice).toContain('Причина: Похоже на обман.')
      expect(notice).toContain('Это предупреждение')
      await reporter.waitForMessage(`Заказ «${order.title}» снят с публикации. Спасибо`)
      return undefined
    },
  }
}

export const personReport: TaskScenario = async (shift) => {
  const [accused, reporter] = [await shift.reader(), await shift.reader()]
  const { task_id, card } = await shift.fileComplaint(reporter, 'user', accused.app.id)
  return {
    task_id,
    card,
    decision: { verb: 'accept', consequence: 'warn', reason: 'abuse' },
    async checkOutcome() {
      expect(await accused.waitForMessage('Предупреждение от модератора')).toContain('Причина: Оскорбления.')
      await reporter.waitForMessage('Жалоба подтвердилась, меры приняты')
      return undefined
    },
  }
}

export const messageReport: TaskScenario = async (shift, n) => {
  const [writer, reporter] = [await shift.reader(), await shift.reader()]
  await confirmPhone(shift.api, writer.app)
  const body = { user1_id: writer.app.id, user2_id: reporter.app.id, other_chat: true }
  const { id: room_id } = await writer.app.call('POST /chat/create_room', { body })
  const content = `Переведите задаток ${n}, иначе не начну`
  const message = await writer.app.call('POST /chat/send_msg', { body: { room_id, content } })
  const { task_id, card } = await shift.fileComplaint(reporter, 'message', message.id)
  expect(card).toContain(content)
  return {
    task_id,
    card,
    decision: { verb: 'accept', consequence: 'remove', reason: 'scam' },
    async checkOutcome() {
      expect(await writer.waitForMessage('Модератор удалил ваше сообщение')).toContain(
        'Причина: Похоже на обман.',
      )
      await reporter.waitForMessage('Сообщение удалено. Спасибо')
      const reportedMessage = shift.db
        .selectFrom('chat_messages')
        .select(['content', 'deleted_at'])
        .where('id', '=', message.id)
      expect(await reportedMessage.executeTakeFirst()).toEqual({
        content: null,
        deleted_at: expect.any(String),
      })
      return undefined
    },
  }
}
