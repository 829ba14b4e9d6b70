const second = 1000
const minute = 60 * second

/** All intervals and batch sizes of the background work, in milliseconds unless the name says otherwise. */
export const timing = {
  /** Pause of a loop after a failed round, for example while Postgres is unavailable. */
  afterFailure: second,
  relay: {
    batch: 100,
    /** Largest number of jobs that wait in Redis. The other tasks stay in Postgres. */
    maxWaitingJobs: 2000,
    count: 200,
    poll: 500,
  },
  /**
   * Waits until an unfinished task is handed over again, by attempt. Redis may lose any job, so each task is handed
   * over again. Further attempts have the last wait.
   */
  retry: [2 * second, 5 * second, 15 * second, minute, 5 * minute],
  queue: {
    /** Time after which the jobs of a killed worker are released. BullMQ's default is 30 seconds. */
    lockDuration: 3 * second,
    stalledInterval: second,
    /**
     * Number of times that a job may stall. It is so high that a job never fails because its processes died; the
     * attempts of its task are limited instead.
     */
    maxStalledCount: 1_000_000,
    runRetryDelay: second,
    /**
     * Delay of jobs by queue. Messages to many people are delayed, so that messages to single people of the same moment
     * are sent first.
     */
    delays: { 'new-order-notifications': 10 } as Record<string, number>,
    /** Timeout of a command that hands jobs to Redis. */
    commandTimeout: 5 * second,
  },
  delivery: {
    /** Number of messages that a process sends at once. */
    inFlight: 10,
    /** Number of bulk messages that a process sends at once, so that transactional messages need not wait. */
    bulkInFlight: 8,
    poll: second,
    /** Timeout of a request to Telegram. */
    timeout: 10 * second,
    /** Timeout of a request to Telegram that uploads a file. */
    uploadTimeout: minute,
    /**
     * Time for which a process claims a message. The claim is renewed while the message is being sent. If the claim
     * expires, the process has died.
     */
    lease: 5 * second,
    leaseRound: second,
    /** Pause before a process claims more messages while it is sending others. */
    claimPause: 200,
    /** Time for which storing a result is tried again while Postgres is unavailable. */
    saveOutcome: 20 * second,
    /** Pause before a message is sent again whose first attempt may have reached Telegram. */
    resend: minute,
    /** Waits between attempts to send a message, if Telegram certainly did not accept it. */
    retry: [second, 5 * second, 30 * second, 2 * minute, 10 * minute],
    attempts: 30,
    /** Pause before messages to a staff group are tried again after the group refused one. */
    groupRetry: minute,
  },
  /**
   * Repair of times that a wrong clock has written. `slack` is the tolerated difference between clocks. `ask` is the
   * longest wait of a payment's next inquiry, if it is dated too far in the future.
   */
  clock: { look: 5 * second, slack: 10 * second, latestInquiry: 30 * second },
  /** Intervals at which the schedules in Redis and the connection to Redis are checked. */
  sweeps: { look: 5 * second, whileAway: second },
  views: { flush: 5 * second },
  files: { sweep: 10 * minute, batch: 100 },
  /**
   * Reminders to moderators about overdue tasks. The batch is large, because many complaints at once make one reminder.
   */
  moderation: { sweep: minute, batch: 2000 },
  expiry: { sweep: minute, batch: 100 },
  /** Alarms for operators. Every round whose number is divisible by `wholeLedger` sums up the whole ledger. */
  operations: { look: minute, wholeLedger: 60, sweep: 60 * minute, batch: 1000 },
  /**
   * `base` is the interval of full backups. `ship` is the interval in which WAL is archived. If a disk is lost, the
   * changes of this interval are lost.
   */
  backups: { base: 24 * 60 * minute, look: minute, ship: 10 * second },
  nudges: { sweep: 10 * minute },
  records: { sweep: 60 * minute },
  /**
   * Usual prices of categories are computed once a week. The work starts more often and checks whether a week is over.
   */
  categoryPrices: { sweep: 6 * 60 * minute },
  titleWords: { sweep: 60 * minute },
  support: { sweep: minute, batch: 100 },
  reviews: { sweep: minute, batch: 100 },
  rates: { look: 60 * minute },
  /** Updates of shared cards. They are slow on purpose, so that messages can use most of Telegram's rate limit. */
  cards: { sweep: 5 * second, batch: 20 },
  /**
   * Posts in channels. A process claims a channel for `lease`, which outlasts a request and the storing of its outcome;
   * `settled` is the number of posts that a turn looks at if none of them needs a call. Rights that are missing are
   * checked again after `recheck`, names and rights of all channels after `recheckAll`. After a post whose
   * fate is not known no other one goes to the channel for `afterUnknown`. Failures of Telegram itself are
   * tried again by `outage`, so that posts are true soon after its end; refusals by `retry`.
   */
  channels: {
    poll: second,
    /** Pause of an installation without channels. */
    idle: 5 * second,
    /**
     * Time for which a process claims a channel. It covers one call to Telegram with its timeout. A killed process holds
     * the channel for so long, also a post that is to say that its listing is over.
     */
    lease: 20 * second,
    settled: 50,
    retry: [5 * second, 30 * second, 5 * minute, 60 * minute],
    outage: [5 * second, 30 * second],
    lostRetry: 60 * minute,
    afterUnknown: minute,
    recheck: minute,
    recheckAll: 60 * minute,
  },
  /** Telegram's Star transactions: number of entries per page, and number of entries that each round reads again. */
  stars: { look: minute, page: 100, overlap: 20 },
  refunds: { sweep: 2 * second, batch: 20 },
  payments: {
    sweep: 2 * second,
    batch: 50,
  },
} as const

/** Returns the wait after a number of steps, counted from 0. Further steps have the last wait. */
export function waitAtStep(steps: readonly number[], index: number): number {
  return steps[Math.min(index, steps.length - 1)] ?? 0
}

export function addMs(moment: Date, ms: number): string {
  return new Date(moment.getTime() + ms).toISOString()
}
