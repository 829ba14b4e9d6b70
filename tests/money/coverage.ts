import { type ListingStatus, publicStatuses } from '#contract/lifecycle.ts'
import { type ActName, actNames } from './acts.ts'

const day = 24 * 60 * 60_000

const unpaidStatuses: ListingStatus[] = ['draft', 'awaiting_payment']
const neverPublished: ListingStatus[] = [...unpaidStatuses, 'moderation', 'rejected', 'refunded']
const allExcept = (...states: ListingStatus[]) => publicStatuses.filter((state) => !states.includes(state))
const payable: ListingStatus[] = [...unpaidStatuses, 'published', 'expired']

/**
 * Actions that are impossible in a listing status, with the reason. The runs must cover all other pairs of action and
 * status.
 */
const impossibleActs: Partial<Record<ActName, { in: ListingStatus[]; reason: string }>> = {
  ask: { in: allExcept(...payable), reason: 'nothing is sold for it: paid already, or over' },
  ask_stars: { in: allExcept(...payable), reason: 'nothing is sold for it: paid already, or over' },
  stars: { in: allExcept(...payable), reason: 'the bot refuses before the Stars move' },
  stars_double: { in: allExcept(...payable), reason: 'the bot refuses before the Stars move' },
  ask_boost: { in: allExcept('published'), reason: 'boosts are sold while the listing takes responses' },
  ask_boost_stars: {
    in: allExcept('published'),
    reason: 'boosts are sold while the listing takes responses',
  },
  boost: { in: neverPublished, reason: 'nobody has answered what was never published' },
  boost_lost: { in: neverPublished, reason: 'nobody has answered what was never published' },
  boost_stars: { in: allExcept('published'), reason: 'the bot refuses before the Stars move' },
  refund: { in: unpaidStatuses, reason: 'nothing is paid' },
  credit: { in: unpaidStatuses, reason: 'nothing is paid' },
  chargeback: { in: unpaidStatuses, reason: 'nothing is paid' },
  remove: { in: ['in_progress', 'refunded', 'deleted', 'archived'], reason: 'somebody works, or it is gone' },
  delete_author: { in: ['in_progress'], reason: 'somebody works' },
  hide: { in: allExcept('published', 'hidden'), reason: 'nobody sees it' },
  show: { in: allExcept('published', 'hidden'), reason: 'nobody hid it' },
  approve: { in: allExcept('moderation'), reason: 'it waits for no moderator' },
  reject: { in: allExcept('moderation'), reason: 'it waits for no moderator' },
  resubmit: { in: allExcept('rejected'), reason: 'it was not rejected' },
  respond_boosted: { in: allExcept('published'), reason: 'it takes no responses' },
  respond: { in: allExcept('published'), reason: 'it takes no responses' },
  choose: { in: allExcept('published', 'in_progress'), reason: 'nobody is chosen then' },
  choose_other: { in: allExcept('published', 'in_progress'), reason: 'nobody is chosen then' },
  complete: { in: allExcept('in_progress'), reason: 'nobody works' },
  release: { in: allExcept('in_progress'), reason: 'nobody works' },
  withdraw: { in: [...neverPublished, 'completed', 'archived', 'deleted'], reason: 'no response waits' },
  decline: { in: [...neverPublished, 'completed', 'archived', 'deleted'], reason: 'no response waits' },
  look: { in: [...neverPublished, 'deleted'], reason: 'there is no response to look at' },
}

/** Counts how often each action was done in each listing status. */
export class Coverage {
  readonly #met = new Map<string, number>()

  note(state: ListingStatus, act: ActName | 'lapse' | 'expiry'): void {
    const key = `${state} ${act}`
    this.#met.set(key, (this.#met.get(key) ?? 0) + 1)
  }

  /**
   * Records that time passed while a listing had this status: enough to expire payment links, or enough to expire
   * placements too.
   */
  pass(state: ListingStatus, ms: number): void {
    this.note(state, ms > 30 * day ? 'expiry' : 'lapse')
  }

  countOf(state: ListingStatus, act: ActName | 'lapse' | 'expiry'): number {
    return this.#met.get(`${state} ${act}`) ?? 0
  }

  /** Returns the possible pairs of action and status that no run has covered. */
  missing(): string[] {
    return actNames.flatMap((act) =>
      publicStatuses
        .filter((state) => !impossibleActs[act]?.in.includes(state) && this.countOf(state, act) === 0)
        .map((state) => `${act} in ${state}`),
    )
  }

  table(): string {
    const width = Math.max(...actNames.map(({ length }) => length))
    const heading = `${' '.repeat(width)} ${publicStatuses.map((state) => state.slice(0, 8).padStart(8)).join(' ')}`
    const lines = ([...actNames, 'lapse', 'expiry'] as const).map((act) => {
      const cells = publicStatuses.map((state) =>
        String(this.countOf(state, act) || (isImpossible(state, act) ? '' : '-')).padStart(8),
      )
      return `${act.padEnd(width)} ${cells.join(' ')}`
    })
    return [heading, ...lines].join('\n')
  }
}

const isImpossible = (state: ListingStatus, act: ActName | 'lapse' | 'expiry') =>
  act !== 'lapse' && act !== 'expiry' && impossibleActs[act]?.in.includes(state)
