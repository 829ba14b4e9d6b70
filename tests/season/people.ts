import { setMuted } from '#services/notifications/outbox/rules.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { Caller } from '#tests/support/api/call.ts'
import { confirmPhone, login, newAccount } from '#tests/support/people/people.ts'
import type { Random } from '#tests/support/run/random.ts'

/** Ways in which authors treat responses. The number is the relative frequency. */
export const authorBehaviours = {
  chooses: 24,
  changes_mind: 6,
  declines: 10,
  answers_reminders: 15,
  closes: 10,
  deletes: 6,
  renews: 6,
  never_answers: 23,
} as const
export type AuthorBehaviour = keyof typeof authorBehaviours

/** Ways in which people treat invitations. The number is the relative frequency. */
export const invitedBehaviours = {
  responds: 30,
  declines: 15,
  says_why: 15,
  changes_mind: 5,
  looks: 10,
  never: 25,
} as const
export type InvitedBehaviour = keyof typeof invitedBehaviours

/** How soon freelancers want news for a saved search. The number is the relative frequency. */
export const paces = { at_once: 60, hourly: 20, daily: 20 } as const
export type Pace = keyof typeof paces

/** Length of a person's quiet time in minutes. */
export const sleepMinutes = 9 * 60

/** Categories in which the people of the simulation work. */
const leaves = [101, 102, 201] as const

/** A person of the simulation. Logs in again when the session has expired. */
export class Actor {
  id = 0
  #call: Caller | undefined
  #since = 0
  readonly account = newAccount()
  readonly category_id: number

  readonly isMuted: boolean
  readonly behaviour: InvitedBehaviour
  /** How soon the person wants news for the saved search; null without a saved search. */
  pace: Pace | null = null
  /**
   * Start of the quiet time in minutes after midnight in Moscow; null without a quiet time. It lasts `sleepMinutes`.
   */
  readonly quietFrom: number | null
  readonly #world: MoneyWorld

  constructor(world: MoneyWorld, chance: Random, isMuted = false) {
    this.#world = world
    this.isMuted = isMuted
    this.category_id = chance.of(leaves)
    this.behaviour = chance.weighted(invitedBehaviours)
    this.quietFrom = chance.happens(0.1) ? chance.below(24) * 60 : null
  }

  async open(): Promise<Caller> {
    const { api } = this.#world
    const now = api.ctx.now().getTime()
    if (this.#call && now - this.#since < 30 * 60_000) return this.#call
    const { id, call } = await login(api, this.account)
    this.id = id
    this.#since = now
    this.#call = call
    return call
  }

  async join({ pace = null, takesWork }: { pace?: Pace | null; takesWork: boolean }): Promise<void> {
    const { api, telegram } = this.#world
    const { id, first_name } = this.account
    await telegram.post('/users', { id, first_name, language_code: 'ru' })
    await telegram.patch(`/users/${id}`, { started: true })
    const call = await this.open()
    if (!takesWork) return
    if (this.quietFrom !== null) {
      const quiet_to = (this.quietFrom + sleepMinutes) % (24 * 60)
      await call('POST /api/users/notification_settings', { body: { quiet_from: this.quietFrom, quiet_to } })
    }
    await call('POST /api/users/change_user_spec/:id', {
      params: { id: this.id },
      query: { category_id: this.category_id },
    })
    await confirmPhone(api, { ...(await login(api, this.account)) })
    if (!pace) await setMuted(api.ctx, this.id, 'new_order', true)
    else await this.#search(call, pace)
    if (this.isMuted) await setMuted(api.ctx, this.id, 'response_passed', true)
  }

  /** Saves a search for orders of another category than the person's own. */
  async #search(call: Caller, frequency: Pace): Promise<void> {
    this.pace = frequency
    // The product sends news only to people who allow the bot to write.
    await call('POST /api/app/write_access')
    const filters = { category_id: leaves.filter((id) => id !== this.category_id).slice(0, 1) }
    await call('POST /api/saved_searches', { body: { kind: 'order', name: 'Рядом', filters, frequency } })
  }
}

export class Author extends Actor {
  readonly authorBehaviour: AuthorBehaviour
  /** True if the author also invites people instead of only waiting for responses. */
  readonly invites: boolean

  constructor(world: MoneyWorld, chance: Random) {
    super(world, chance)
    this.authorBehaviour = chance.weighted(authorBehaviours)
    this.invites = chance.happens(0.5)
  }
}
