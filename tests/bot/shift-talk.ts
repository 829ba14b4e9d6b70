import { expect } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import type { Kind } from './shift-kind.ts'
import { order, refused, shown, wishOf } from './shift-submissions.ts'

/** A published order that its author edits. */
export const edit =
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

/** A rejected order whose author appeals; another moderator decides the appeal. */
export const objection: Kind = async (shift, n) => {
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

export const question: Kind = async (shift, n) => {
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
