import type { Money, SealedId, Time } from './columns.ts'
import type { RegisterOperationType, RegisterVerdict } from './states.ts'

/** An imported file of the provider's register. */
export interface RegisterImports {
  id: SealedId
  file_hash: string
  imported_by: number
  imported_at: Time
  /** From the start of the first operation's day in Moscow to the last operation. */
  covers_from: Time
  covers_to: Time
  /** New operations; those in earlier files are not counted. */
  operations: number
  /** Our payments that the file should contain but does not. */
  missing: number
}

/** One money movement at the provider. */
export interface RegisterOperations {
  key: string
  import_id: number
  type: RegisterOperationType
  invoice_id: number
  op_key: string | null
  /** Kopecks. */
  amount: Money
  currency: string
  /** The provider's fee in kopecks; null if the register has none. */
  fee: Money | null
  operated_at: Time
  /** Result of the comparison with our books at the import. */
  verdict: RegisterVerdict
}
