import type { Money, SealedId, Time } from './columns.ts'
import type { RegisterOperationType, RegisterVerdict } from './states.ts'

/** One file of the provider's register. */
export interface RegisterImports {
  id: SealedId
  file_hash: string
  imported_by: number
  imported_at: Time
  /** From the start of the Moscow day of its first operation to its last operation. */
  covers_from: Time
  covers_to: Time
  /** New ones; those that an earlier file told are not counted. */
  operations: number
  /** Payments of ours that it does not tell although it should. */
  missing: number
}

/** One movement of money at the provider. */
export interface RegisterOperations {
  key: string
  import_id: number
  type: RegisterOperationType
  invoice_id: number
  op_key: string | null
  /** Kopecks. */
  amount: Money
  currency: string
  /** Kopecks that the provider kept; null where the register tells none. */
  fee: Money | null
  operated_at: Time
  /** What it was beside our books when it was imported. */
  verdict: RegisterVerdict
}
