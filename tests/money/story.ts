import type { ListingStatus } from '#contract/lifecycle.ts'
import { checkInvoice } from '#stand-ins/robokassa/invoice-check.ts'
import type { Operation } from '#stand-ins/robokassa/operations.ts'
import type { Caller } from '#tests/support/api/call.ts'
import { confirmPhone, login, newAccount, type Person } from '#tests/support/people/people.ts'
import type { MoneyWorld } from './world.ts'

/**
 * A payment link or a Stars invoice that a person still has. The person may pay it long after the product has closed
 * it.
 */
export interface Link {
  invoice_id: number
  target: 'listing' | 'boost'
  payer: Actor
  /** Payments by card use `operation`, whose payment page stays open. Payments in Stars use `slug` of the invoice. */
  operation?: Operation
  slug?: string
  is_paid: boolean
}

type Invoice = { invoice_id: number; payment_url: string; state?: string }

/** Thrown when a person has deleted the account. The person then takes no further part in the story. */
export class AccountDeletedError extends Error {}

/** A person of the story. Logs in again when the test clock has passed the end of the session. */
export class Actor {
  readonly account = newAccount()
  is_gone = false
  #person: Person | undefined
  #until = 0
  readonly #world: MoneyWorld
  readonly #isVerified: boolean

  constructor(world: MoneyWorld, isVerified: boolean) {
    this.#world = world
    this.#isVerified = isVerified
  }

  async person(): Promise<Person> {
    if (this.is_gone) throw new AccountDeletedError()
    const { api } = this.#world
    const now = api.ctx.now().getTime()
    const isNew = !this.#person
    if (!this.#person || now > this.#until) {
      this.#person = await login(api, this.account)
      this.#until = now + 50 * 60_000
    }
    if (isNew && this.#isVerified) await confirmPhone(api, this.#person)
    return this.#person
  }

  readonly call: Caller = async (name, ...args) => (await this.person()).call(name, ...args)

  get currentPerson(): Person | undefined {
    return this.#person
  }
}

/** One author, two freelancers, their listings, and every payment link that these people ever got. */
export class Story {
  readonly world: MoneyWorld
  readonly author: Actor
  readonly boris: Actor
  readonly vera: Actor
  readonly listings: number[] = []
  readonly links: Link[] = []
  /** Ids of the responses to the current listing, by sender. */
  responses = new Map<Actor, number>()
  /** Ids of the responses that the author has opened. */
  readonly looked_at = new Set<number>()
  readonly telegram_known = new Set<number>()
  /** Violations found before the final check of the payments. */
  readonly earlyViolations: string[] = []
  status: ListingStatus = 'draft'

  constructor(world: MoneyWorld) {
    this.world = world
    this.author = new Actor(world, false)
    this.boris = new Actor(world, true)
    this.vera = new Actor(world, true)
  }

  get listing_id(): number {
    return this.listings.at(-1) ?? 0
  }

  get people(): Actor[] {
    return [this.author, this.boris, this.vera]
  }

  get user_ids(): number[] {
    return this.people.flatMap(({ currentPerson }) => (currentPerson ? [currentPerson.id] : []))
  }

  /** Stores the payment link of an API answer. Opens the page of a card payment at once, and keeps it open. */
  keep(target: Link['target'], payer: Actor, invoice: Invoice): void {
    const { invoice_id, payment_url, state } = invoice
    // If a credit has paid already, the URL does not lead to a payment page but back into the mini-app.
    if (state === 'paid' || this.links.some((link) => link.invoice_id === invoice_id)) return
    const link: Link = { invoice_id, target, payer, is_paid: false }
    const url = new URL(payment_url)
    if (url.pathname.startsWith('/$')) link.slug = url.pathname.slice(2)
    else link.operation = this.#open(url)
    this.links.push(link)
  }

  #open(url: URL): Operation {
    const { shop } = this.world
    const invoice = checkInvoice(shop, Object.fromEntries(url.searchParams))
    if (typeof invoice === 'number') throw new Error(`the provider refuses the link: ${invoice}`)
    return shop.operations.open(invoice, shop.clock.now())
  }

  /** Returns the unpaid links, the newest last. */
  unpaid(target: Link['target'], rail: 'card' | 'stars'): Link[] {
    const isRail = (link: Link) => (rail === 'card' ? link.operation !== undefined : link.slug !== undefined)
    return this.links.filter((link) => link.target === target && !link.is_paid && isRail(link))
  }
}
