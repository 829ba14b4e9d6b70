import { randomUUID } from 'node:crypto'
import type { Receipt } from './receipt.ts'
import type { Fields } from './signatures.ts'

/**
 * State codes of an operation: 5 started, 10 not received, 50 received, 60 refunded to the buyer, 80 suspended, 100
 * completed.
 */
export type StateCode = 5 | 10 | 50 | 60 | 80 | 100

export interface Invoice {
  inv_id: number
  amount_kopecks: number
  description: string
  culture: 'ru' | 'en'
  email: string
  is_test: boolean
  expires_at: number | null
  /** Receipt printed for the buyer after the payment. */
  receipt: Receipt | null
  shp: Fields
  result_url2: string | null
}

export interface Operation extends Invoice {
  op_key: string
  state: StateCode
  opened_at: number
  state_at: number
  /** The provider's fee in kopecks; 0 before the payment. */
  fee_kopecks: number
  /** True after the shop has confirmed the result call with OK{InvId}. */
  delivered: boolean
  attempts: number
}

export interface Operations {
  /** Returns the pending operation of the invoice, or creates an operation. */
  open: (invoice: Invoice, now: number) => Operation
  byKey: (opKey: string) => Operation | undefined
  byInvoice: (invId: number) => Operation[]
  /** Returns the paid operation of an invoice number. If none is paid, returns the latest one. */
  current: (invId: number) => Operation | undefined
  move: (operation: Operation, state: StateCode, now: number) => void
  freeNumber: () => number
  listAll: () => Operation[]
  restore: (operations: Operation[]) => void
}

export const holdsMoney = (operation: Operation) =>
  operation.state === 50 || operation.state === 80 || operation.state === 100

export function createOperations(onChange: () => void): Operations {
  const operations = new Map<string, Operation>()
  const listAll = () => [...operations.values()]
  const byInvoice = (invId: number) => listAll().filter((operation) => operation.inv_id === invId)

  return {
    open(invoice, now) {
      const pendingOperation = byInvoice(invoice.inv_id).find(
        (operation) =>
          operation.state === 5 &&
          operation.amount_kopecks === invoice.amount_kopecks &&
          JSON.stringify(operation.shp) === JSON.stringify(invoice.shp),
      )
      const operation: Operation = pendingOperation
        ? Object.assign(pendingOperation, invoice)
        : {
            ...invoice,
            op_key: randomUUID().toUpperCase(),
            state: 5,
            opened_at: now,
            state_at: now,
            fee_kopecks: 0,
            delivered: false,
            attempts: 0,
          }
      operations.set(operation.op_key, operation)
      onChange()
      return operation
    },
    byKey: (opKey) => operations.get(opKey),
    byInvoice,
    current: (invId) => byInvoice(invId).findLast(holdsMoney) ?? byInvoice(invId).at(-1),
    move(operation, state, now) {
      operation.state = state
      operation.state_at = now
      onChange()
    },
    // Invoice numbers that the provider assigns start far above the numbers that shops assign.
    freeNumber: () => Math.max(2_000_000_000, ...listAll().map((operation) => operation.inv_id)) + 1,
    listAll,
    restore(savedOperations) {
      operations.clear()
      for (const operation of savedOperations) operations.set(operation.op_key, operation)
    },
  }
}
