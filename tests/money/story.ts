import type { ListingStatus } from '#contract/lifecycle.ts'
import { checkInvoice } from '#stand-ins/robokassa/invoice-check.ts'
import type { Operation } from '#stand-ins/robokassa/operations.ts'
import type { Caller } from '#tests/support/api/call.ts'
import { confirmPhone, login, newAccount, type Person } from '#tests/support/people/people.ts'
import type { MoneyWorld } from './world.ts'

/** A link or an invoice that a person still has. It may be paid long after the product closed it. */
export interface Link {
  invoice_id: number
  target: 'listing' | 'boost'
  payer: Actor
  /** A card is paid on the operation's page, which stays open; Stars are paid by the slug of their invoice. */
  operation?: Operation
  slug?: string
  is_paid: boolean
}

type Invoice = { invoice_id: number; payment_url: string; state?: string }

/** Thrown for a person who deleted the account, who then takes no further part in the story. */
export class Gone extends Error {}

/** A person of the story. The session is renewed after the test clock has moved past its end. */
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
    if (this.is_gone) throw new Gone()
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

/** One author, two freelancers, their listings, and every payment link that any of them ever got. */
export class Story {
  readonly world: MoneyWorld
  readonly author: Actor
  readonly boris: Actor
  readonly vera: Actor
  readonly listings: number[] = []
  readonly links: Link[] = []
  /** Response ids for the current listing, by sender. */
  responses = new Map<Actor, number>()
  /** Responses that the author has looked at. */
  readonly looked_at = new Set<number>()
  readonly telegram_known = new Set<number>()
  /** Violations found before the final audit. */
  readonly broken: string[] = []
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

  /** Stores the link of an API answer. The page of a card payment is opened at once and stays open. */
  keep(target: Link['target'], payer: Actor, invoice: Invoice): void {
    const { invoice_id, payment_url, state } = invoice
    // If a credit has already paid, the URL is no payment page but leads back into the mini-app.
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

  /** Links that can still take money, the newest last. */
  unpaid(target: Link['target'], rail: 'card' | 'stars'): Link[] {
    const isRail = (link: Link) => (rail === 'card' ? link.operation !== undefined : link.slug !== undefined)
    return this.links.filter((link) => link.target === target && !link.is_paid && isRail(link))
  }
}
