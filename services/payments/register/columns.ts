/** Columns of the provider's register, each with all of its known headings. */
const headings = {
  invoice: [
    'номер счета',
    'номер заказа',
    '№ счета',
    '№ заказа',
    'счет',
    'invid',
    'invoiceid',
    'inv_id',
    'order',
  ],
  amount: ['сумма', 'сумма операции', 'сумма платежа', 'сумма заказа', 'outsum', 'amount'],
  received: ['сумма к получению', 'к получению', 'к зачислению', 'incsum', 'netamount'],
  fee: ['комиссия', 'комиссия сервиса', 'fee', 'commission'],
  at: ['дата', 'дата операции', 'дата и время', 'дата платежа', 'дата проведения', 'date', 'statedate'],
  status: ['статус', 'состояние', 'status', 'state'],
  type: ['тип операции', 'тип', 'операция', 'вид операции', 'type', 'operationtype'],
  currency: ['валюта', 'валюта операции', 'currency', 'outcurrency'],
  op_key: ['opkey', 'op_key', 'ключ операции', 'идентификатор операции', 'id операции', 'operationid'],
} as const satisfies Record<string, readonly string[]>
export type Column = keyof typeof headings

/** Columns that every register of the provider has. A file without one of them is refused. */
export const neededColumns = ['invoice', 'amount', 'at'] as const satisfies Column[]

const columnOf = new Map(
  (Object.keys(headings) as Column[]).flatMap((column) =>
    headings[column].map((heading): [string, Column] => [plain(heading), column]),
  ),
)

/**
 * Normalizes the heading of a column: differences of case, the letter ё, spaces and brackets such as «(руб.)» do not
 * count.
 */
function plain(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\(.*\)|,\s*руб.*$/, '')
    .replace(/[\s\u00a0\u202f."']/g, '')
}

/** Finds the position of each column. If two headings mean the same column, the first one counts. */
export function findColumns(row: readonly string[]): Map<Column, number> {
  const indexes = new Map<Column, number>()
  for (const [index, heading] of row.entries()) {
    const column = columnOf.get(plain(heading))
    if (column && !indexes.has(column)) indexes.set(column, index)
  }
  return indexes
}
