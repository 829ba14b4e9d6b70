import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Movements } from './movements.ts'
import type { Operation } from './operations.ts'
import { finishLater } from './refunds.ts'
import { attemptCall } from './result-calls.ts'
import type { Refund, Shop } from './shop.ts'

interface SavedState {
  operations: Operation[]
  movements: ReturnType<Movements['entries']>
  refunds: Refund[]
}

/** Stores the provider's state in a file; resumes unfinished calls and refunds after a restart. */
export function persistState(shop: Shop): void {
  const file = shop.settings.state_file
  if (!file) return
  if (existsSync(file)) restore(shop, JSON.parse(readFileSync(file, 'utf8')))
  shop.onChange = () => {
    const state: SavedState = {
      operations: shop.operations.listAll(),
      movements: shop.movements.entries(),
      refunds: [...shop.refunds.values()],
    }
    // The new file is renamed when it is complete, so that a crash leaves the old file intact.
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  }
}

function restore(shop: Shop, state: SavedState): void {
  // State files of earlier versions contain no fees.
  shop.operations.restore(
    state.operations.map((operation) => ({ ...operation, fee_kopecks: operation.fee_kopecks ?? 0 })),
  )
  // State files of earlier versions store money movements under another name. These movements are lost.
  shop.movements.restore(state.movements ?? [])
  for (const refund of state.refunds) {
    shop.refunds.set(refund.request_id, refund)
    const operation = shop.operations.byKey(refund.op_key)
    if (operation && refund.label === 'processing') finishLater(shop, operation, refund)
  }
  for (const operation of state.operations) {
    if (operation.state === 100 && !operation.delivered) {
      shop.clock.runAfter(1_000, () => void attemptCall(shop, operation))
    }
  }
}
