import { setMuted } from '#services/notifications/delivery-rules.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import type { Caller } from '#tests/support/call.ts'
import { confirmPhone, login, newAccount } from '#tests/support/people.ts'
import type { Chance } from './chance.ts'

/** How an author treats those who respond. */
export const tempers = {
  chooses: 24,
  changes_mind: 6,
  declines: 10,
  answers_reminders: 15,
  closes: 10,
  deletes: 6,
  renews: 6,
  never_answers: 23,
} as const
export type Temper = keyof typeof tempers

/** How many leaves of the categories the people of a season work in. */
const leaves = [101, 102, 201] as const

/** Somebody of the season, who opens the app anew when the session is over. */
export class Actor {
  id = 0
  #call: Caller | undefined
  #since = 0
  readonly account = newAccount()
  readonly category_id: number

  readonly isMuted: boolean
  readonly #world: MoneyWorld

  constructor(world: MoneyWorld, chance: Chance, isMuted = false) {
    this.#world = world
    this.isMuted = isMuted
    this.category_id = chance.of(leaves)
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

  async join({ wantsOrders, takesWork }: { wantsOrders: boolean; takesWork: boolean }): Promise<void> {
    const { api, telegram } = this.#world
    const { id, first_name } = this.account
    await telegram.post('/users', { id, first_name, language_code: 'ru' })
    await telegram.patch(`/users/${id}`, { started: true })
    const call = await this.open()
    if (!takesWork) return
    await call('POST /api/users/change_user_spec/:id', {
      params: { id: this.id },
      query: { category_id: this.category_id },
    })
    await confirmPhone(api, { ...(await login(api, this.account)) })
    if (!wantsOrders) await setMuted(api.ctx, this.id, 'new_order', true)
    if (this.isMuted) await setMuted(api.ctx, this.id, 'response_passed', true)
  }
}

export class Author extends Actor {
  readonly temper: Temper

  constructor(world: MoneyWorld, chance: Chance) {
    super(world, chance)
    this.temper = chance.weighed(tempers)
  }
}
