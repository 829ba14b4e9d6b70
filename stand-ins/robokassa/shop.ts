import { type Clock, startClock } from './clock.ts'
import { type Faults, planFaults } from './faults.ts'
import { createJournal, type Journal } from './journal.ts'
import { createMovements, type Movements } from './movements.ts'
import { createOperations, type Operations } from './operations.ts'
import type { Hash } from './signatures.ts'

export interface RobokassaOptions {
  /** Port on which the provider listens; a free port if undefined. */
  port?: number
  merchant: string
  password1: string
  password2: string
  password3?: string
  /** Passwords for payments with IsTest=1. They default to the first two passwords. */
  test_password1?: string
  test_password2?: string
  hash?: Hash
  result_url: string
  success_url: string
  fail_url: string
  result_method?: 'GET' | 'POST'
  /** URL of the shop for the newer, signed result notices. */
  result_url2?: string
  /** True if an inquiry finds test payments. The real provider does not store them and answers "not found". */
  logs_test_operations?: boolean
  /** File in which operations and movements survive a restart. */
  state_file?: string
}

export interface Refund {
  request_id: string
  op_key: string
  kopecks: number
  label: 'processing' | 'finished' | 'canceled'
}

/** State of one running provider stand-in. */
export interface Shop {
  settings: RobokassaOptions & { hash: Hash; result_method: 'GET' | 'POST' }
  clock: Clock
  operations: Operations
  movements: Movements
  journal: Journal
  faults: Faults
  refunds: Map<string, Refund>
  /** Pending payments. A second click on "Pay" waits for the pending payment and does not start another. */
  pendingPayments: Map<string, Promise<void>>
  /** Result calls that are delayed until another result call is sent. */
  heldResultCalls: (() => void)[]
  /** Function that is called after each change of the stored state. */
  onChange: () => void
}

export function openShop(options: RobokassaOptions): Shop {
  const shop: Shop = {
    settings: { ...options, hash: options.hash ?? 'sha256', result_method: options.result_method ?? 'POST' },
    clock: startClock(),
    operations: createOperations(() => shop.onChange()),
    movements: createMovements(() => shop.onChange()),
    journal: createJournal(),
    faults: planFaults(),
    refunds: new Map(),
    pendingPayments: new Map(),
    heldResultCalls: [],
    onChange: () => undefined,
  }
  return shop
}

/** The shop's passwords for live or test payments. */
export function passwords(shop: Shop, isTest: boolean): { first: string; second: string } {
  const { password1, password2, test_password1, test_password2 } = shop.settings
  return isTest
    ? { first: test_password1 ?? password1, second: test_password2 ?? password2 }
    : { first: password1, second: password2 }
}
