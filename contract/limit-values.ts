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
  chosen: 10, // number of skills chosen for a listing in the form
  suggested: 6,
  common: 3, // number of people who must spell a skill alike before it is suggested to others
} as const
export const services = {
  count: 20,
  pictures: 4,
  questions: 5,
  question: 120, // characters of a question to clients
  days: 365,
  closedDays: 90, // days for which a service can be closed
} as const
/**
 * Requests for services. `open`: unanswered requests of a client; `perDay`: requests of a client in 24 hours, withdrawn
 * ones too. A request ends unanswered after `days`, counted from the last offer; `remindHours` after that offer the
 * person for whom it waits is reminded.
 */
export const serviceRequests = {
  open: 10,
  perDay: 20,
  answer: 500,
  reason: 500,
  days: 7,
  remindHours: [24, 72],
} as const
export const portfolioLinks = { count: 20 } as const
export const works = { count: 12, text: 120, strip: 3 } as const // numbers of a portfolio's pictures; `strip`: on cards
export const languages = { count: 20 } as const
/**
 * Times for which data about a deleted account are kept: acts that a daily limit counts, rejected listings, the mark
 * that shows staff a returning person, and open complaints.
 */
export const deletedAccountRetention = {
  dayMs: day,
  rejectionsMs: 90 * day,
  leftMs: 90 * day,
  openMs: 3 * 365 * day,
} as const
export const deal = {
  text: 1000,
  remindDays: [2, 6], // days after a hand-in on which the client is reminded to answer
  acceptDays: 7, // days after a hand-in until unanswered work counts as accepted
  dueDays: 1, // days before the due date on which the executor is reminded to hand in
  returnDays: 3, // days suggested to redo returned work, in which the executor cannot be dismissed
} as const
export const papers = { name: 120, days: 90 } as const // lines of a side in the papers of a deal, and how long they stay
// Reviews can be written for `ms` after completion of the work. After that time all written reviews become public.
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
  count: 10, // number of files per listing, response or message
  bytes: 20 * 1024 * 1024,
  pixels: 25_000_000, // pixels of a picture; usual phone photos have 12 to 24.5 million
  perDay: { count: 200, bytes: 1024 ** 3 }, // uploads of one person per day
  perDayUnconfirmed: { count: 20, bytes: 100 * 1024 * 1024 }, // uploads per day of a person without a confirmed phone
  unattachedMs: day, // time after which an unattached file is deleted
  linkMs: 5 * minute, // time for which a signed URL of a file is valid
  savesPerHour: 20, // files sent by the bot and documents generated, per person and hour
  sameSaveMs: 10_000, // time within which a second tap on the same file is ignored
  inResponseForm: 3, // files shown in the response form
} as const
export const avatar = { bytes: 5 * 1024 * 1024, type: 'image/png' } as const // §5: picture of a profile
export const price = { max: 10 ** 10 } as const // highest price, in major units
export const deadline = { ms: 366 * day } as const // longest time from now to a deadline
export const exclude = { considered: 2000 } as const // listings of a list that are searched for excluded words
export const page = { size: 10, max: 100, ownMax: 1000 } as const // §9: number of items on a page, 10 by default
export const message = { max: 4000 } as const
export const chat = {
  page: 50, // number of messages on a page of a chat
  newPerDay: 5, // number of chats without a listing that a person may open per day
  inARow: 3, // number of messages that a person may send before the first answer
  deleteMs: 5 * minute, // time in which a person can delete an own message
  ticketMs: minute, // time for which a ticket for the live stream is valid
  pushMs: 5 * minute, // shortest time between two notifications about one chat
  unreadMs: minute, // time after which an unread message in an open chat sends a notification anyway
  quote: 160, // shown characters of a quoted message
  typingMs: 3000, // shortest time between two "typing" signals of a person
  typingHoldsMs: 5000,
} as const
export const savedSearches = { count: 20, name: 64 } as const
export const link = { max: 2048 } as const
export const list = { size: 20, max: 100, unpaged: 200 } as const // `unpaged`: for old clients that send no cursor
/**
 * The funnel of a listing is compared with at least `least` listings by `authors` authors, published within `days`. A
 * percentage is computed from at least `shown` shown cards or `opened` opened pages. A step lags if its percentage is
 * lower than usual by the share `gap`.
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
/**
 * Own numbers cover `months` calendar months. A median needs `people` people, each with `least` responses. It is computed
 * from at most `considered` people with at most `each` responses, and kept for `countMs`.
 */
export const ownNumbers = {
  months: 6,
  least: 5,
  people: 20,
  considered: 1000,
  each: 200,
  countMs: 6 * hour,
} as const
export const seenResponses = { count: 50, gatherMs: 500 } as const // responses seen by an author, reported in batches
export const responseText = { max: 500, warn: 450 } as const // §5; the server counts code points
// An author may undo a decline for `undoMs`; the freelancer is told of it after `tellMs`.
export const declineDelay = { undoMs: 5000, tellMs: 6000 } as const
/**
 * The bot tells an author about new responses in one message per listing. A response within `gatherMs` of that message
 * is added to it without a new notification.
 */
export const authorMessage = { gatherMs: hour, count: 10 } as const
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
/**
 * The items of a list are counted up to `exact`. The fact that a list has more items than that is cached for `ms`.
 */
export const totals = { ms: 2000, exact: 1000 } as const
/** The data from which listings are ranked are cached for `ms`. */
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
/** Numbers of listings in a client's list of received responses, and of responses shown for each listing. */
export const receivedResponses = { listings: 30, each: 3 } as const
export const placementDays = { default: 30, max: 90 } as const
export const renewal = { ms: 7 * day } as const // time to renew an expired listing before its responses end
export const similarListings = { considered: 30, shown: 3 } as const // open listings similar to a missed one
export const resubmissions = 3
export const invoice = {
  ms: 24 * hour, // time for which a payment link is valid
  unconfirmedMs: hour, // time for which an unconfirmed payment blocks a new link
  undecidedMs: day, // a payment case opens when the provider has held a payment for this time
  skewMs: 5 * minute, // an operation may be dated before its invoice by this time: clocks differ
  clockJumpMs: 2 * hour, // the same for an operation with the invoice's uuid: our clock may have jumped
} as const
// Late inquiries about a payment at the provider: on these days after the payment or after the expiry of its link. Two
// inquiries are at least `gapMs` apart.
export const laterInquiries = { days: [1, 7, 40], gapMs: 1000 } as const
// An author who creates two equal listings within this time has tapped twice.
export const sameOrder = { ms: minute } as const
export const moderation = {
  shown: 1000, // entries of the moderators' queue on a page
  claimMs: 10 * minute,
  undoMs: 5000,
  refundMs: 30 * day, // time after which a rejected listing that its author left unchanged is refunded
  remindMs: [30 * minute, 2 * hour], // waiting times after which moderators are reminded; later every `remindEveryMs`
  remindEveryMs: 4 * hour,
  question: { min: 3, max: 500 },
  times: { days: 7, least: 20 }, // a review time is stated from at least `least` decisions of the last `days`
  answer: { min: 1, max: 1000 }, // characters of an author's answer to a moderator's question
  evidence: 10, // number of files per answer or appeal of an author
} as const
/** Posts in channels. `newMs`: age of a publication from which on it is no longer posted. */
export const channels = { newMs: 3 * day, categories: 50 } as const
/** Times and limits of questions to support. `card`: characters of the first question that the case card shows. */
export const support = {
  quietMs: 3 * day, // silence after an answer, after which the question closes
  reopenMs: 30 * day, // time within which a new message reopens a closed question
  remindMs: 4 * hour, // waiting time after which operators are reminded; later every `remindEveryMs`
  remindEveryMs: day,
  lateMs: 2 * minute, // time after which the person is told that a message did not reach the operators
  copiesMs: 90 * day, // time for which copies of photos and documents are kept
  card: 700,
  unanswered: 5, // number of unanswered messages forwarded to operators; further messages are held
} as const
/**
 * Times of the bot's questions. `plainMs`: a plain message is the answer; `offeredMs`: the person may still choose the
 * question by a button; `chatMs`: after the last message of a chat, its client is offered for a message to nobody.
 */
export const prompt = { plainMs: 10 * minute, offeredMs: day, chatMs: 7 * day } as const
export const confirmation = { ms: 2 * minute } as const // time in which an admin must confirm an act in the bot
// Maximum size and nesting depth of the JSON in a request. `strangers`: maximum bytes for callers without a session.
export const body = { bytes: 256 * 1024, strangers: 16 * 1024, depth: 32 } as const
export const launch = { maxAgeMs: day, maxAheadMs: minute, bytes: 8192 } as const
export const contact = { maxAgeMs: 300_000 } as const
export const token = { ms: hour } as const
export const sessionCache = { ms: 30_000 } as const
export const sessionUse = { ms: 5 * minute } as const // precision of a session's last use
// The reminder about an order is sent `ms` after the reader asked for it. `from`, `to` and `morning` are minutes after
// midnight in the reader's time zone.
export const orderReminder = { ms: 4 * hour, from: 9 * 60, to: 21 * 60, morning: 10 * 60 } as const
export const shownHiddenListings = 20 // hidden listings shown in the bot's settings
export const busyMs = 7 * day // "busy now": no orders for this time
export const hotOrders = { deadlineMs: 48 * hour, quietMs: 24 * hour, responses: 1, perDay: 3 } as const
export const bulkMessages = { perHour: 6, perDay: 30 } as const
export const clientErrorsPerHour = 20 // reported in the operators' chat, over all people
export const idempotency = { ms: day } as const
/**
 * Limits of an imported register of the payment provider. `bytes`, `rows`: size of the file. `namedLines`: unreadable
 * lines that the error names. `strangers`: tolerated number of invoices of other shops.
 */
export const register = { bytes: 2 * 1024 * 1024, rows: 20_000, namedLines: 50, strangers: 50 } as const
export const queueBoard = { ticketMs: 5 * minute, sessionMs: hour } as const
