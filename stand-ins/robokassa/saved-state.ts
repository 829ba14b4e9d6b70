import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Book } from './book.ts'
import type { Kassa, Refund } from './kassa.ts'
import type { Operation } from './operations.ts'
import { finishLater } from './refunds.ts'
import { attempts } from './result-calls.ts'

interface Saved {
  operations: Operation[]
  book: ReturnType<Book['entries']>
  refunds: Refund[]
}

/** Keeps the provider's memory in a file, and takes up unfinished calls and refunds after a restart. */
export function keepState(kassa: Kassa): void {
  const file = kassa.shop.state_file
  if (!file) return
  if (existsSync(file)) restore(kassa, JSON.parse(readFileSync(file, 'utf8')))
  kassa.changed = () => {
    const saved: Saved = {
      operations: kassa.operations.all(),
      book: kassa.book.entries(),
      refunds: [...kassa.refunds.values()],
    }
    // Renamed into place, so that a kill in the middle leaves the old file whole.
    writeFileSync(`${file}.new`, JSON.stringify(saved))
    renameSync(`${file}.new`, file)
  }
}

function restore(kassa: Kassa, saved: Saved): void {
  kassa.operations.restore(saved.operations)
  kassa.book.restore(saved.book)
  for (const refund of saved.refunds) {
    kassa.refunds.set(refund.request_id, refund)
    const operation = kassa.operations.byKey(refund.op_key)
    if (operation && refund.label === 'processing') finishLater(kassa, operation, refund)
  }
  for (const operation of saved.operations) {
    if (operation.state === 100 && !operation.delivered) {
      kassa.clock.after(1_000, () => void attempts(kassa, operation))
    }
  }
}
