const second = 1000
const minute = 60 * second

/** Every interval and batch size of the background work in one place; milliseconds unless the name says otherwise. */
export const timing = {
  /** Rest of a loop whose round failed, e.g. while Postgres is away. */
  afterFailure: second,
  relay: {
    batch: 100,
    /** Jobs waiting in Redis at most; the rest of a backlog stays in Postgres. */
    window: 2000,
    count: 200,
    poll: 500,
  },
  /** Until an unfinished task is handed over again, by attempt; the last one repeats. Redis may lose any job. */
  retry: [2 * second, 5 * second, 15 * second, minute, 5 * minute],
  queue: {
    /** A killed worker's jobs are free again after it, not after BullMQ's half a minute. */
    lockDuration: 3 * second,
    stalledInterval: second,
    /** A job is not to blame for the processes that died under it; the task's own attempts are bounded. */
    maxStalledCount: 1_000_000,
    runRetryDelay: second,
    /** By queue: a crowd is told after the single people of the same moment. */
    delays: { 'new-order-notifications': 10 } as Record<string, number>,
    /** A producer's command that Redis does not answer. */
    commandTimeout: 5 * second,
  },
  delivery: {
    /** Messages on their way at once, in one process. */
    inFlight: 10,
    /** Bulk messages among them; the rest is kept free for transactional ones. */
    bulkInFlight: 8,
    poll: second,
    /** A request to Telegram is given up. */
    timeout: 10 * second,
    /** One that brings a file. */
    uploadTimeout: minute,
    /** Renewed while the message is on its way; one that ran out belonged to a process that is gone. */
    lease: 5 * second,
    leaseRound: second,
    /** Between two looks for more while messages are on their way. */
    look: 200,
    /** How long the outcome of a message is held in memory while Postgres is away. */
    saveOutcome: 20 * second,
    /** Before a message that may have arrived is sent once more. */
    resend: minute,
    /** Between tries that Telegram surely did not accept. */
    retry: [second, 5 * second, 30 * second, 2 * minute, 10 * minute],
    attempts: 30,
    /** Between two looks whether a group of the staff takes messages again. */
    groupRetry: minute,
  },
  /** Moments so little ahead are of clocks that differ; a payment made ahead is asked about so soon at the latest. */
  clock: { look: 5 * second, slack: 10 * second, ask: 30 * second },
  /** How often the schedules in Redis are looked at, and whether it is back. */
  sweeps: { look: 5 * second, whileAway: second },
  views: { flush: 5 * second },
  files: { sweep: 10 * minute, batch: 100 },
  /** A flood of complaints is one reminder. */
  moderation: { sweep: minute, batch: 2000 },
  expiry: { sweep: minute, batch: 100 },
  /** `wholeLedger`: of so many looks one adds up everything that was ever posted. */
  operations: { look: minute, wholeLedger: 60, sweep: 60 * minute, batch: 1000 },
  /** A day's log beside each copy; what the log has not brought into the vault yet is what a lost disk takes. */
  backups: { base: 24 * 60 * minute, look: minute, ship: 10 * second },
  nudges: { sweep: 10 * minute },
  records: { sweep: 60 * minute },
  /** Whether the week is over. */
  categoryPrices: { sweep: 6 * 60 * minute },
  support: { sweep: minute, batch: 100 },
  reviews: { sweep: minute, batch: 100 },
  rates: { look: 60 * minute },
  /** Slow enough to leave Telegram's rate to messages. */
  cards: { sweep: 5 * second, batch: 20 },
  /** Entries of one page, and how many are read again each time. */
  stars: { look: minute, page: 100, overlap: 20 },
  refunds: { sweep: 2 * second, batch: 20 },
  payments: {
    sweep: 2 * second,
    batch: 50,
  },
} as const

/** Step `index` (from 0) of a list of waits; the last one repeats. */
export function waitOf(steps: readonly number[], index: number): number {
  return steps[Math.min(index, steps.length - 1)] ?? 0
}

export function after(moment: Date, ms: number): string {
  return new Date(moment.getTime() + ms).toISOString()
}
