import { sql } from 'kysely'
import { runInGroups } from '#tests/money/groups.ts'
import type { MoneyWorld } from '#tests/money/world.ts'
import { decideTask } from '#tests/support/orders/order-life.ts'
import { seededRandom } from '#tests/support/run/random.ts'
import {
  actOnListing,
  type ListingState,
  type PlacedListing,
  placeListing,
  respond,
  type SentResponse,
  withdraw,
} from './acts.ts'
import { openBackground } from './background.ts'
import type { HiddenAuthor } from './invitation-verdict.ts'
import { answerInvitation, inviteFittingPeople, type SentInvitation } from './inviting.ts'
import { answerRequest, judgeRequests, offerServices, orderService, type SentRequest } from './ordering.ts'
import { Actor, Author, paces } from './people.ts'
import { judgeSeason, type Loop, openLoops, type Verdict } from './verdict.ts'

export type Size = {
  days: number
  seed: number
  authors: number
  freelancers: number
  /** Share of the freelancers who respond on any one day. */
  responding?: number
}

const hour = 3_600_000
/** Number of days after the last new order. In this time every open placement ends and can no longer be renewed. */
const extraDays = 45
/** Average number of listings that an author creates in a season. */
const perAuthor = 1.6
/**
 * Shares of responses: those with a boost, and those that are withdrawn. Shares of freelancers: those who want new
 * orders, who mute messages about endings, or who hide an author. Share of the authors who order a service on a day.
 */
const shares = { boost: 0.25, withdraw: 0.03, wantsOrders: 0.15, mutes: 0.03, hides: 0.002, orders: 0.4 }

/**
 * Simulates a market for some days, through the API calls and the background work of the product. The test clock moves
 * faster than real time.
 */
export async function runSeason(
  world: MoneyWorld,
  size: Size,
  printLine: (line: string) => void,
): Promise<Verdict> {
  const { ctx } = world.api
  const chance = seededRandom(size.seed)
  const background = openBackground(ctx)
  const authors = Array.from({ length: size.authors }, () => new Author(world, chance))
  const freelancers = Array.from(
    { length: size.freelancers },
    () => new Actor(world, chance, chance.happens(shares.mutes)),
  )
  await world.telegram.post('/limits', { enabled: false })
  await runInGroups(authors, (one) => one.join({ takesWork: false }))
  await runInGroups(
    freelancers.map((one) => ({
      one,
      pace: chance.happens(shares.wantsOrders) ? chance.weighted(paces) : null,
    })),
    ({ one, pace }) => one.join({ pace, takesWork: true }),
  )
  await background.settle()

  const listings: PlacedListing[] = []
  const sentResponses: SentResponse[] = []
  const loops: Loop[] = []
  const invitations: SentInvitation[] = []
  const hiddenAuthors: HiddenAuthor[] = []
  const requests: SentRequest[] = []
  // Choices of their own, so that the rest of the season stays the same.
  const ordering = seededRandom(size.seed + 1)
  const services = await offerServices(freelancers.slice(0, Math.ceil(freelancers.length / 2)))
  const people = new Map(freelancers.map((one) => [one.id, one]))
  for (let day = 0; day < size.days + extraDays; day += 1) {
    // Each morning, no end of a response or an invitation and no message about it may be overdue.
    await background.sweep()
    loops.push(...(await openLoops(ctx, day)))
    const states = await readStates()
    const liveListings = listings.filter(({ id }) => states.has(id))
    const authorTurns = liveListings.map((listing) => ({
      listing,
      chance: seededRandom(chance.below(2 ** 31)),
    }))
    await runInGroups(authorTurns, async (turn) => {
      const state = states.get(turn.listing.id)
      if (state) await actOnListing({ ...turn, world, state, sentResponses, age: day - turn.listing.day })
    })
    if (day < size.days) await runDay(day)
    await runRequests(day)
    // After the last day with new orders, the clock moves by a whole day at once.
    if (day < size.days) {
      world.advanceClock(12 * hour)
      await background.sweep()
    }
    world.advanceClock((day < size.days ? 12 : 24) * hour)
    if (day % 10 === 9)
      printLine(
        `day ${day + 1}: ${listings.length} orders, ${sentResponses.length} responses, ${invitations.length} invited, ${loops.length} open loops`,
      )
    if (day >= size.days && (await countOpen()) === 0) break
  }
  await background.sweep()
  const judged = await judgeRequests(world, requests)
  const season = await judgeSeason(world, {
    listings,
    sentResponses,
    loops,
    freelancers,
    invitations,
    hiddenAuthors,
  })
  return {
    problems: [...season.problems, ...judged.broken],
    table: [...season.table, ...judged.table],
    figures: { ...season.figures, ...judged.figures },
  }

  /** Some authors order services, and the people whom they asked before answer. */
  async function runRequests(day: number): Promise<void> {
    const waiting = requests
      .filter(({ endedBy }) => endedBy === null)
      .slice(-200)
      .map((request) => ({ request, chance: seededRandom(ordering.below(2 ** 31)) }))
    await runInGroups(waiting, ({ request, chance }) => answerRequest(request, chance))
    if (day < size.days)
      for (const author of authors.filter(() => ordering.happens(shares.orders))) {
        const sent = await orderService(world, author, ordering.of(services), ordering)
        if (sent) requests.push(sent)
      }
    await background.settle()
  }

  /** Creates the new orders and responses of one day. */
  async function runDay(day: number): Promise<void> {
    const placingAuthors = authors.filter(() => chance.happens(perAuthor / size.days))
    const newListings = await runInGroups(placingAuthors, (author) => placeListing(world, author, day))
    await background.settle()
    await runInGroups(newListings, ({ id }) => decideTask(world.api, id))
    listings.push(...newListings)
    await background.settle()
    const openRows = await ctx.db
      .selectFrom('listings')
      .select('id')
      .where('status', '=', 'published')
      .execute()
    const ids = new Set(openRows.map(({ id }) => id))
    const openListings = listings.filter(({ id }) => ids.has(id))
    if (openListings.length === 0) return
    const answering = freelancers
      .filter(() => chance.happens(size.responding ?? 0.1))
      .map((by) => ({ by, listing: chance.of(openListings), wantsBoost: chance.happens(shares.boost) }))
    const answers = await runInGroups(answering, ({ by, listing, wantsBoost }) =>
      respond(world, by, listing, wantsBoost),
    )
    sentResponses.push(...answers.filter((one) => one !== undefined))
    await background.settle()
    const withdrawnResponses = sentResponses
      .slice(-400)
      .filter((one) => !one.isWithdrawn && chance.happens(shares.withdraw / 4))
    await runInGroups(withdrawnResponses, withdraw)
    await inviteAndAnswer(newListings)
  }

  /**
   * Some authors of new orders invite people. The invited people answer on a later day or never. A few people hide an
   * author.
   */
  async function inviteAndAnswer(newListings: PlacedListing[]): Promise<void> {
    const unansweredInvitations = invitations.filter(({ answer }) => answer === 'nothing').slice(-600)
    const invitedTurns = [...Map.groupBy(unansweredInvitations, ({ to }) => to).values()].map(
      (personInvitations) =>
        personInvitations.map((one) => ({ one, chance: seededRandom(chance.below(2 ** 31)) })),
    )
    await runInGroups(invitedTurns, async (personInvitations) => {
      for (const { one, chance } of personInvitations) {
        const response = await answerInvitation(world, one, chance)
        if (response) sentResponses.push(response)
      }
    })
    const invitingListings = newListings
      .filter(({ author }) => author.invites)
      .map((listing) => ({ listing, chance: seededRandom(chance.below(2 ** 31)) }))
    for (const { listing, chance } of invitingListings)
      invitations.push(...(await inviteFittingPeople(world, listing, people, chance)))
    await background.settle()
    for (const by of freelancers.filter(() => chance.happens(shares.hides))) {
      const { author } = chance.of(listings)
      const call = await by.open()
      await call('POST /api/hidden_authors/:user_id', { params: { user_id: author.id } })
      hiddenAuthors.push({ by, author, at: ctx.now().getTime() })
    }
  }

  async function readStates(): Promise<Map<number, ListingState>> {
    const { rows } = await sql<ListingState & { id: number }>`
      select listing.id, listing.status,
        exists (select from deliveries told where told.kind = 'responses_waiting' and told.state = 'sent'
          and told.user_id = listing.author_id
          and (told.payload ->> 'listing_id')::bigint = listing.id) as "isReminded",
        coalesce((select json_agg(json_build_object('id', response.id, 'status', response.status) order by response.id)
          from responses response where response.listing_id = listing.id), '[]') as responses
      from listings listing
      where listing.status in ('published', 'in_progress', 'expired')`.execute(ctx.db)
    return new Map(rows.map(({ id, ...standing }) => [id, standing]))
  }

  async function countOpen(): Promise<number> {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from responses where status in ('no_show', 'shown', 'shortlisted'))::int
        + (select count(*) from invitations where state in ('sent', 'seen'))::int
        + (select count(*) from service_requests where ended_at is null)::int as open`.execute(ctx.db)
    return rows[0]?.open ?? 0
  }
}
