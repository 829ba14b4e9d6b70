import { type Clock, startClock } from './clock.ts'
import { type Faults, planFaults } from './faults.ts'
import { type Journal, keepJournal } from './journal.ts'
import { type Movements, openMovements } from './movements.ts'
import { keepOperations, type Operations } from './operations.ts'
import type { Hash } from './signatures.ts'

export interface RobokassaOptions {
  /** A free one when absent. */
  port?: number
  merchant: string
  password1: string
  password2: string
  password3?: string
  /** The second pair, for IsTest=1; the first pair when absent. */
  test_password1?: string
  test_password2?: string
  hash?: Hash
  result_url: string
  success_url: string
  fail_url: string
  result_method?: 'GET' | 'POST'
  /** Where signed notices of the newer kind go. */
  result_url2?: string
  /** The real provider keeps no record of test payments: an inquiry answers "not found". */
  logs_test_operations?: boolean
  /** Operations and movements of money survive a restart here. */
  state_file?: string
}

export interface Refund {
  request_id: string
  op_key: string
  kopecks: number
  label: 'processing' | 'finished' | 'canceled'
}

/** Everything one running provider knows. */
export interface Shop {
  settings: RobokassaOptions & { hash: Hash; result_method: 'GET' | 'POST' }
  clock: Clock
  operations: Operations
  movements: Movements
  journal: Journal
  faults: Faults
  refunds: Map<string, Refund>
  /** Payments under way, so that a second press joins the first. */
  paying: Map<string, Promise<void>>
  /** Result calls held back until another one has gone. */
  held: (() => void)[]
  /** To be called after a change that must survive a restart. */
  changed: () => void
}

export function openShop(options: RobokassaOptions): Shop {
  const shop: Shop = {
    settings: { ...options, hash: options.hash ?? 'sha256', result_method: options.result_method ?? 'POST' },
    clock: startClock(),
    operations: keepOperations(() => shop.changed()),
    movements: openMovements(() => shop.changed()),
    journal: keepJournal(),
    faults: planFaults(),
    refunds: new Map(),
    paying: new Map(),
    held: [],
    changed: () => undefined,
  }
  return shop
}

/** The passwords that hold for a payment of this kind. */
export function passwords(shop: Shop, isTest: boolean): { first: string; second: string } {
  const { password1, password2, test_password1, test_password2 } = shop.settings
  return isTest
    ? { first: test_password1 ?? password1, second: test_password2 ?? password2 }
    : { first: password1, second: password2 }
}
