const second = 1000
const minute = 60 * second

/** All intervals and batch sizes of the background work, in milliseconds unless the name says otherwise. */
export const timing = {
  /** Wait of a loop after a failed round, e.g. while Postgres is unavailable. */
  afterFailure: second,
  relay: {
    batch: 100,
    /** Most jobs waiting in Redis; the rest of a backlog stays in Postgres. */
    window: 2000,
    count: 200,
    poll: 500,
  },
  /** Waits until an unfinished task is handed over again, by attempt; the last one repeats. Redis may lose any job. */
  retry: [2 * second, 5 * second, 15 * second, minute, 5 * minute],
  queue: {
    /** Jobs of a killed worker are released after this time, instead of BullMQ's 30 seconds. */
    lockDuration: 3 * second,
    stalledInterval: second,
    /** Jobs are not failed because their processes died; the task's own attempts are limited. */
    maxStalledCount: 1_000_000,
    runRetryDelay: second,
    /** By queue. Messages to many people wait, so that messages to single people of the same moment go first. */
    delays: { 'new-order-notifications': 10 } as Record<string, number>,
    /** Timeout of a producer's command. */
    commandTimeout: 5 * second,
  },
  delivery: {
    /** Messages being sent at once, per process. */
    inFlight: 10,
    /** Limit of bulk messages among them, so that transactional ones do not wait. */
    bulkInFlight: 8,
    poll: second,
    /** Timeout of a request to Telegram. */
    timeout: 10 * second,
    /** Timeout of a request with a file. */
    uploadTimeout: minute,
    /** Renewed while the message is being sent; an expired lease belonged to a dead process. */
    lease: 5 * second,
    leaseRound: second,
    /** Wait before claiming more while messages are being sent. */
    look: 200,
    /** Time for which a result is retried while Postgres is unavailable. */
    saveOutcome: 20 * second,
    /** Wait before a message that may have arrived is sent again. */
    resend: minute,
    /** Waits between attempts that Telegram certainly did not accept. */
    retry: [second, 5 * second, 30 * second, 2 * minute, 10 * minute],
    attempts: 30,
    /** Wait before a staff group that refused messages is tried again. */
    groupRetry: minute,
  },
  /** `slack`: tolerated difference of clocks; `ask`: latest inquiry about a payment dated in the future. */
  clock: { look: 5 * second, slack: 10 * second, ask: 30 * second },
  /** Checks of the schedules in Redis, and of its connection. */
  sweeps: { look: 5 * second, whileAway: second },
  views: { flush: 5 * second },
  files: { sweep: 10 * minute, batch: 100 },
  /** Many complaints at once make one reminder. */
  moderation: { sweep: minute, batch: 2000 },
  expiry: { sweep: minute, batch: 100 },
  /** Every `wholeLedger`-th round sums up the whole ledger. */
  operations: { look: minute, wholeLedger: 60, sweep: 60 * minute, batch: 1000 },
  /** `base`: between full backups; `ship`: between WAL archivings, the most that a lost disk can cost. */
  backups: { base: 24 * 60 * minute, look: minute, ship: 10 * second },
  nudges: { sweep: 10 * minute },
  records: { sweep: 60 * minute },
  /** Checks whether the week is over. */
  categoryPrices: { sweep: 6 * 60 * minute },
  support: { sweep: minute, batch: 100 },
  reviews: { sweep: minute, batch: 100 },
  rates: { look: 60 * minute },
  /** Slow enough to leave Telegram's rate to messages. */
  cards: { sweep: 5 * second, batch: 20 },
  /** Entries per page, and entries read again each time. */
  stars: { look: minute, page: 100, overlap: 20 },
  refunds: { sweep: 2 * second, batch: 20 },
  payments: {
    sweep: 2 * second,
    batch: 50,
  },
} as const

/** The wait of step `index` (from 0); the last one repeats. */
export function waitAtStep(steps: readonly number[], index: number): number {
  return steps[Math.min(index, steps.length - 1)] ?? 0
}

export function addMs(moment: Date, ms: number): string {
  return new Date(moment.getTime() + ms).toISOString()
}
