/** Limits and constants of the product with their units. §n is a section of the product's specification. */

export * from './first-limits.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const title = { min: 3, max: 120 } as const // length of a title, in characters
export const description = { min: 10, max: 5000 } as const // length of an order's subtitle and a vacancy's description
export const vacancyText = { max: 3000 } as const // each long text of a vacancy except the description
export const tags = { count: 15, length: 40 } as const
export const skills = {
  count: 30,
  length: 40,
  chosen: 10, // per listing, in the form
  suggested: 6,
  common: 3, // a skill is suggested to others once this many people spell it alike
} as const
export const services = { count: 20 } as const
export const portfolioLinks = { count: 20 } as const
export const works = { count: 12, text: 120, strip: 3 } as const // numbers of a portfolio's pictures; `strip`: on cards
export const languages = { count: 20 } as const
/**
 * Times for which data are kept after an account is deleted: counters, rejections, the mark for staff, open complaints.
 */
export const departures = {
  dayMs: day,
  rejectionsMs: 90 * day,
  leftMs: 90 * day,
  openMs: 3 * 365 * day,
} as const
export const deal = {
  text: 1000,
  remindDays: [2, 6], // days after the hand-in, reminders to answer
  acceptDays: 7, // days after the hand-in; unanswered work then counts as accepted
  dueDays: 1, // days before the date, a reminder to hand in
  returnDays: 3, // suggested for a return; also the least time the executor keeps the work
} as const
// Reviews can be written for `ms` after completion; then those that are written become public.
export const review = { length: 1000, ms: 14 * day, replyEditMs: day } as const
/**
 * A person's record needs `least` ended listings or accepted works within `days`; a percentage or a time needs as many
 * responses. `prior` pulls percentages of small numbers towards the middle. A chat counts as unanswered after
 * `replyMs`, and an invitation after `inviteDays`, because it may wait for a digest.
 */
export const record = {
  least: 5,
  days: 365,
  prior: { answered: 4, responses: 6 },
  batch: 500,
  replyMs: day,
  inviteDays: 3,
} as const
export const report = { length: 2000, perDay: 10, unconfirmedPerDay: 2 } as const // numbers of complaints per 24 hours
export const name = { min: 1, max: 64 } as const
export const files = {
  count: 10, // per listing, response or message
  bytes: 20 * 1024 * 1024,
  pixels: 25_000_000, // usual phone photos have 12 to 24.5 million
  perDay: { count: 200, bytes: 1024 ** 3 }, // per person
  perDayUnconfirmed: { count: 20, bytes: 100 * 1024 * 1024 }, // per person without a confirmed phone
  orphanMs: day, // lifetime of an unattached file
  linkMs: 5 * minute, // lifetime of a signed URL
  savesPerHour: 20, // files sent by the bot and documents generated, per person
  sameSaveMs: 10_000, // a second tap on the same file within this time is ignored
  inSheet: 3, // files shown in the response form
} as const
export const avatar = { bytes: 5 * 1024 * 1024, type: 'image/png' } as const // §5: picture of a profile
export const price = { max: 10 ** 10 } as const // highest price, in major units
export const deadline = { ms: 366 * day } as const // longest time from now to a deadline
export const exclude = { considered: 2000 } as const // listings of a list that are searched for excluded words
export const page = { size: 10, max: 100, ownMax: 1000 } as const // §9: number of items on a page, 10 by default
export const message = { max: 4000 } as const
export const chat = {
  page: 50, // messages
  newPerDay: 5, // chats without a listing, opened per person and day
  inARow: 3, // messages in a row before the first answer
  deleteMs: 5 * minute, // time to delete an own message
  ticketMs: minute, // lifetime of a ticket for the live stream
  pushMs: 5 * minute, // between two notifications about one chat
  unreadMs: minute, // unread in an open chat, before a notification is sent anyway
  quote: 160, // characters of a quoted message
  typingMs: 3000, // between two "typing" signals
  typingHoldsMs: 5000,
} as const
export const savedSearches = { count: 20, name: 64 } as const
export const link = { max: 2048 } as const
export const list = { size: 20, max: 100, unpaged: 200 } as const // `unpaged`: for old clients that send no cursor
/**
 * The funnel of a listing is compared with at least `least` listings by `authors` authors, published within `days`. A
 * percentage needs `shown` cards and `opened` pages. A step lags if its percentage is `gap` below the usual one.
 */
export const funnel = {
  least: 10,
  authors: 5,
  days: 180,
  considered: 200,
  shown: 100,
  opened: 20,
  gap: 0.3,
  chart: 14,
} as const
export const seenResponses = { count: 50, gatherMs: 500 } as const // responses seen by an author, reported in batches
export const responseText = { max: 500, warn: 450 } as const // §5; the server counts code points
// An author may undo a decline for `undoMs`; the freelancer is told of it after `tellMs`.
export const declineDelay = { undoMs: 5000, tellMs: 6000 } as const // the author may undo for `undoMs`; the freelancer is told after `tellMs`
/**
 * A new response within an hour of the last message about its listing joins that message, without a new notification.
 */
export const responseLetter = { gatherMs: hour, count: 10 } as const
/** Reminders to authors about responses that wait: after `hours`, once a day per listing, `perDay` per author. */
export const waitingReminder = { hours: [24, 72], gapMs: day, perDay: 3, count: 10 } as const
/** Number of responses that a person may send per 24 hours, by the results of the last `days`; stated in the help. */
export const responsesPerDay = {
  base: 30,
  least: 15,
  most: 60,
  perAnswered: 0.5,
  perSpam: 5,
  days: 30,
} as const
/**
 * Numbers of invitations. `count`: per listing. `shown`: suggested people. `listed`: shown to the invited person.
 * `receivedPerDay`: per invited person in 24 hours, from all authors together.
 */
export const invitations = { count: 10, shown: 30, listed: 50, receivedPerDay: 5, words: 300 } as const
export const questions = {
  count: 3,
  length: 120,
  option: 40,
  options: 5,
  number: 1_000_000,
  answer: 200,
} as const
/** Price statistics need `least` prices of `people` people, so that no single price can be derived from them. */
export const prices = { least: 20, people: 10, days: 180, countMs: 7 * day, rivals: 8 } as const
export const copies = { days: 90, considered: 200 } as const // number of earlier responses compared with a new one
export const templates = { count: 10 } as const // number of a person's templates for responses
export const postsPerDay = 10
export const contactsPerDay = 10 // number of people whose contacts are revealed to one person per day
export const boostSlots = 3
/** Memory that each process may use for cached cards, in bytes. */
export const cards = { bytes: 40 * 1024 * 1024 } as const
/** A list is counted up to `exact` items. The knowledge that it has more is cached for `ms`. */
export const totals = { ms: 2000, exact: 1000 } as const
/** The facts by which listings are ranked are cached for `ms`. */
export const rankingFacts = { ms: minute, most: 16_000 } as const
/**
 * A list read from a replica contains everything older than `behindMs`. People who wrote within `ownMs` read from the
 * primary.
 */
export const replica = { behindMs: 2000, ownMs: 30_000 } as const
/** Limits of a client's home screen. `considered`: number of the newest own listings that are checked. */
export const clientHome = {
  waiting: 5,
  listings: 3,
  freelancers: 10,
  considered: 100,
  endingMs: 3 * day,
} as const
/** Listings in a client's list of received responses, and the responses shown of each. */
export const receivedResponses = { listings: 30, each: 3 } as const
export const placementDays = { default: 30, max: 90 } as const
export const renewal = { ms: 7 * day } as const // time to renew an expired listing before its responses end
export const similarListings = { considered: 30, shown: 3 } as const // open listings similar to a missed one
export const resubmissions = 3
export const invoice = {
  ms: 24 * hour, // lifetime of a payment link
  unconfirmedMs: hour, // then a reported but unconfirmed payment no longer blocks a new link
  undecidedMs: day, // then money that the provider holds without a decision opens a case
  skewMs: 5 * minute, // tolerated lead of an invoice's time over its operation's, by the provider's clock
  clockJumpMs: 2 * hour, // the same if the operation carries the invoice's uuid: our clock may have jumped
} as const
// Late inquiries at the provider: days after the payment or the expiry of its link, at most one inquiry per `gapMs`.
export const laterInquiries = { days: [1, 7, 40], gapMs: 1000 } as const
// Equal listings that an author creates within this time are a double tap.
export const sameOrder = { ms: minute } as const
export const moderation = {
  shown: 1000, // queue entries per page
  claimMs: 10 * minute,
  undoMs: 5000,
  refundMs: 30 * day, // then a rejected listing left unchanged is refunded
  remindMs: [30 * minute, 2 * hour], // after this wait; then every `remindEveryMs`
  remindEveryMs: 4 * hour,
  question: { min: 3, max: 500 },
  times: { days: 7, least: 20 }, // a review time is promised from the last `days`, given `least` decisions
  answer: { min: 1, max: 1000 }, // an author's answer to a question
  evidence: 10, // files per answer or appeal
} as const
/** Times and limits of questions to support. `card`: characters of the first question that the case card shows. */
export const support = {
  quietMs: 3 * day, // after an answer; then the question closes
  reopenMs: 30 * day, // within this time a message reopens a closed question; later it starts a new one
  remindMs: 4 * hour, // while unanswered; then every `remindEveryMs`
  remindEveryMs: day,
  lateMs: 2 * minute, // undelivered to the operators; then the person is told
  copiesMs: 90 * day, // of photos and documents
  card: 700,
  unanswered: 5, // unanswered messages forwarded to the operators; further ones wait on the card
} as const
/**
 * Times of the bot's questions. `plainMs`: a plain message is the answer; `offeredMs`: the person may still choose the
 * question by a button; `chatMs`: after the last message of a chat, its client is offered for a message to nobody.
 */
export const prompt = { plainMs: 10 * minute, offeredMs: day, chatMs: 7 * day } as const
export const confirmation = { ms: 2 * minute } as const // time in which an admin must confirm an act in the bot
// Size and depth of the JSON that a call may send; `strangers`: bytes for callers without a session.
export const body = { bytes: 256 * 1024, strangers: 16 * 1024, depth: 32 } as const
export const launch = { maxAgeMs: day, maxAheadMs: minute, bytes: 8192 } as const
export const contact = { maxAgeMs: 300_000 } as const
export const token = { ms: hour } as const
export const sessionCache = { ms: 30_000 } as const
export const sessionUse = { ms: 5 * minute } as const // precision of a session's last use
// Reminder about an order, `ms` after the reader asked for it. The others are minutes after midnight in the reader's time.
export const orderReminder = { ms: 4 * hour, from: 9 * 60, to: 21 * 60, morning: 10 * 60 } as const // reminder about an order; minutes after midnight, reader's time
export const shownHiddenListings = 20 // hidden listings shown in the bot's settings
export const busyMs = 7 * day // "busy now": no orders for this time
export const hotOrders = { deadlineMs: 48 * hour, quietMs: 24 * hour, responses: 1, perDay: 3 } as const
export const bulkMessages = { perHour: 6, perDay: 30 } as const
export const clientErrorsPerHour = 20 // reported in the operators' chat, over all people
export const idempotency = { ms: day } as const
/**
 * Limits of an imported register: bytes and rows of the file, unreadable lines shown, and invoices of other shops
 * tolerated.
 */
export const register = { bytes: 2 * 1024 * 1024, rows: 20_000, namedLines: 50, strangers: 50 } as const
export const queueBoard = { ticketMs: 5 * minute, sessionMs: hour } as const
