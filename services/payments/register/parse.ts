import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { readCurrency, readInvoice, readMoment, readStatus, readSum, readType } from './cells.ts'
import { type Column, findColumns, neededColumns } from './columns.ts'

/** An operation in the provider's register, which is a movement of money. */
export type Operation = {
  /** Key that identifies the operation, also when several registers contain it. */
  key: string
  op_key: string | null
  type: 'payment' | 'refund'
  invoice_id: number
  /** Amount of the operation in kopecks, never negative. */
  amount: number
  currency: string
  /** Fee of the payment provider in kopecks; null if the register has no column with the fee. */
  fee: number | null
  at: Date
}

/**
 * Position of an unreadable cell in the register, which the person who uploaded it sees. `column` is null if the whole
 * line is unreadable.
 */
export type Unreadable = { line: number; column: Column | null }

type Line = { record: string[]; info: { lines: number } }

/**
 * Reads a register of the payment provider. The file may be in UTF-8 or windows-1251, with semicolons, commas or tabs,
 * and with its columns in any order. Lines with totals and operations that moved no money are skipped.
 * @throws register_unreadable with the unreadable lines; no operation of such a file is imported
 */
export function readRegister(bytes: Uint8Array): Operation[] {
  const lines = readLines(decode(bytes))
  const start = lines.slice(0, 20).findIndex(({ record }) => isHeading(findColumns(record)))
  const heading = lines[start]
  if (!heading) throw unreadable([{ line: lines[0]?.info.lines ?? 1, column: null }])
  const columns = findColumns(heading.record)
  const wrong: Unreadable[] = []
  const operations: Operation[] = []
  const occurrences = new Map<string, number>()
  for (const { record, info } of lines.slice(start + 1)) {
    const cell = (column: Column) => record[columns.get(column) ?? -1] ?? ''
    if (record.every((text) => text === '') || isTotal(record)) continue
    const values = {
      invoice: readInvoice(cell('invoice')),
      amount: readSum(cell('amount')),
      at: readMoment(cell('at')),
      type: readType(cell('type')),
      status: readStatus(cell('status')),
      currency: readCurrency(cell('currency')),
    }
    const { invoice, amount, at, type, status, currency } = values
    if (invoice && amount && at && type && status !== undefined && currency) {
      if (!status) continue
      const isRefund = type === 'refund' || amount < 0
      const operation = {
        type: isRefund ? 'refund' : type,
        invoice_id: invoice,
        amount: Math.abs(amount),
        currency,
        fee: isRefund ? null : feeOf(amount, readSum(cell('fee')), readSum(cell('received'))),
        at,
      } as const
      const op_key = cell('op_key').trim() || null
      operations.push({ ...operation, op_key, key: keyOf(operation, op_key, occurrences) })
    } else {
      const column = (Object.keys(values) as (keyof typeof values)[]).find(
        (name) => values[name] === undefined,
      )
      wrong.push({ line: info.lines, column: column ?? 'amount' })
    }
  }
  if (wrong.length > 0) throw unreadable(wrong)
  if (operations.length === 0) throw unreadable([{ line: heading.info.lines, column: null }])
  return operations
}

/**
 * Returns the fee of an operation: the number in the column of the fee without its sign, or else the price less the
 * credited sum.
 */
function feeOf(amount: number, fee: number | undefined, received: number | undefined): number | null {
  if (fee !== undefined) return Math.abs(fee)
  return received === undefined ? null : Math.max(0, amount - received)
}

function unreadable(lines: Unreadable[]): AppError {
  return new AppError('register_unreadable', {
    lines: lines.slice(0, limits.register.namedLines),
    total: lines.length,
  })
}

/** Decodes a file as UTF-8. If that fails, decodes it as windows-1251, the encoding of Russian office programs. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

function readLines(text: string): Line[] {
  const first = text.split('\n', 20)
  const count = (sign: string) => Math.max(...first.map((line) => line.split(sign).length))
  const delimiter = [';', '\t', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
  const options = {
    delimiter,
    info: true,
    trim: true,
    relax_column_count: true,
    max_record_size: 10_000,
    to: limits.register.rows + 20,
  }
  try {
    const lines = parse(text, options) as unknown as Line[]
    if (lines.length > limits.register.rows) throw new AppError('too_large')
    return lines
  } catch (error) {
    if (error instanceof CsvError) throw unreadable([{ line: Number(error.lines ?? 1), column: null }])
    throw error
  }
}

const isHeading = (columns: Map<Column, number>) => neededColumns.every((column) => columns.has(column))
const isTotal = (record: string[]) => record.some((text) => /^(итого|всего|total)/i.test(text))

/**
 * Returns the key of an operation: a hash of the provider's key. If there is no such key, it is a hash of all facts
 * about the operation and of its number among operations with equal facts in the file.
 */
function keyOf(
  operation: Omit<Operation, 'key' | 'op_key' | 'fee'>,
  op_key: string | null,
  occurrences: Map<string, number>,
): string {
  const { type, invoice_id, amount, currency, at } = operation
  const facts = op_key
    ? `${type}:${op_key}:${amount}`
    : [type, invoice_id, amount, currency, at.toISOString()].join(':')
  const nth = occurrences.get(facts) ?? 0
  occurrences.set(facts, nth + 1)
  // Two lines with the same key of the provider are the same operation. Two lines with equal facts but without a key
  // are different operations.
  const text = op_key ? facts : `${facts}:${nth}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
