import type { FastifyInstance } from 'fastify'
import type { Shop } from './shop.ts'

/**
 * The shop's cabinet at the provider. It offers the register of operations as a file, and manual refunds. The state
 * inquiry does not report manual refunds.
 */
export function cabinetRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/_register', (_, reply) =>
    reply.type('text/csv; charset=utf-8').send(`\ufeff${registerOf(shop).join('\r\n')}\r\n`),
  )

  type ReturnRequest = { inv_id: number; kopecks?: number }
  app.post<{ Body: ReturnRequest }>('/_control/return', ({ body }, reply) => {
    const operation = shop.operations.current(body.inv_id)
    const leftKopecks =
      operation && shop.movements.taken(operation.op_key) - shop.movements.returned(operation.op_key)
    const kopecks = body.kopecks ?? leftKopecks
    if (!operation || !leftKopecks || !kopecks || kopecks > leftKopecks)
      return reply.code(409).send({ left: leftKopecks ?? 0 })
    shop.movements.write('returned', operation, kopecks, shop.clock.now())
    return { returned_kopecks: kopecks }
  })
}

const heading = 'Тип операции;Номер счёта;Дата;Сумма;Комиссия;Сумма к получению;Валюта;Статус;OpKey'

function registerOf({ movements, operations }: Shop): string[] {
  const lines = movements.entries().map(({ kind, inv_id, kopecks, at, op_key }) => {
    const isPayment = kind === 'taken'
    const fee = isPayment ? (operations.byKey(op_key)?.fee_kopecks ?? 0) : 0
    return [
      isPayment ? 'Оплата' : 'Возврат',
      inv_id,
      moscowTime(at),
      formatAmount(kopecks),
      formatAmount(fee),
      formatAmount(kopecks - fee),
      'RUB',
      'Успешно',
      op_key,
    ].join(';')
  })
  return [heading, ...lines]
}

/** Formats an amount as `2 500,00`, with a no-break space. */
const formatAmount = (kopecks: number) =>
  `${String(Math.trunc(kopecks / 100)).replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${String(kopecks % 100).padStart(2, '0')}`

function moscowTime(at: number): string {
  const [date = '', time = ''] = new Date(at + 3 * 3_600_000).toISOString().split('T')
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 8)}`
}
