/** Bounds and constants of the product, each with its unit. §n is a section of the product's specification. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const title = { min: 3, max: 120 } as const // characters
export const description = { min: 10, max: 5000 } as const // subtitle of an order, description of a vacancy
export const vacancyText = { max: 3000 } as const // every other long text of a vacancy
export const tags = { count: 15, length: 40 } as const
export const skills = {
  count: 30,
  length: 40,
  chosen: 10, // in one listing's form
  suggested: 6,
  common: 3, // people who write a skill alike make it a suggestion for others
} as const
export const services = { count: 20 } as const
export const portfolioLinks = { count: 20 } as const
export const works = { count: 12, text: 120, strip: 3 } as const // pictures of a portfolio; the first ones stand on cards
export const languages = { count: 20 } as const
/**
 * How long something is kept of a person who deleted the account: counters, rejections, the mark for staff, open
 * complaints.
 */
export const departures = {
  dayMs: day,
  rejectionsMs: 90 * day,
  leftMs: 90 * day,
  openMs: 3 * 365 * day,
} as const
export const deal = {
  text: 1000,
  remindDays: [2, 6], // after the hand-in, of an answer
  acceptDays: 7, // after the hand-in: without an answer the work counts as accepted
  dueDays: 1, // before the date, of the hand-in
  returnDays: 3, // proposed for a return; the executor stays for so long at least
} as const
export const review = { length: 1000, ms: 14 * day, replyEditMs: day } as const // from completion; after it both sides' words are shown
/**
 * What is said of a person follows from so many closed listings, or from so much completed work, of the last days;
 * a share or a time from as many responses. While they are few the share leans to `prior`. A chat counts as unanswered
 * after `replyMs`, an invitation, which may have waited for a digest, after `inviteDays`.
 */
export const record = {
  least: 5,
  days: 365,
  prior: { answered: 4, responses: 6 },
  batch: 500,
  replyMs: day,
  inviteDays: 3,
} as const
export const report = { length: 2000, perDay: 10, unconfirmedPerDay: 2 } as const // a day is the last 24 hours
export const name = { min: 1, max: 64 } as const
export const files = {
  count: 10, // of one listing, response or message
  bytes: 20 * 1024 * 1024,
  pixels: 25_000_000, // a phone's usual photo has 12 to 24.5 million
  perDay: { count: 200, bytes: 1024 ** 3 }, // of one person
  perDayUnconfirmed: { count: 20, bytes: 100 * 1024 * 1024 }, // until the phone is confirmed
  orphanMs: day, // an unattached file lives so long
  linkMs: 5 * minute, // a signed address works so long
  savesPerHour: 20, // copies that the bot sends to one person, and documents that are written for them
  sameSaveMs: 10_000, // two taps on one file within so long are one
  inSheet: 3, // the sheet of a response offers so many
} as const
export const avatar = { bytes: 5 * 1024 * 1024, type: 'image/png' } as const // §5
export const price = { max: 10 ** 10 } as const // major units
export const deadline = { ms: 366 * day } as const // not farther ahead
export const search = { max: 200 } as const
export const exclude = { considered: 2000 } as const // listings, from the beginning of a list, in which words that must not be there are looked for
export const page = { size: 10, max: 100, ownMax: 1000 } as const // §9: default size 10
export const message = { max: 4000 } as const
export const chat = {
  page: 50, // messages
  newPerDay: 5, // rooms without a listing that one person opens
  inARow: 3, // messages until the first answer
  deleteMs: 5 * minute, // an own message is taken back
  ticketMs: minute, // opens the live stream
  pushMs: 5 * minute, // between two pushes about one room
  unreadMs: minute, // in an open room, until a push tells of it all the same
  quote: 160, // characters of a quoted message
  typingMs: 3000, // between two words of somebody who writes
  typingHoldsMs: 5000,
} as const
export const savedSearches = { count: 20, name: 64 } as const
export const link = { max: 2048 } as const
export const list = { size: 20, max: 100, unpaged: 200 } as const // walked by a cursor; old clients ask for no page
/**
 * The way to responses: compared with so many listings of so many authors at least, that began in the last days. A
 * share says something from so many cards and pages on, and lags by `gap` of the usual.
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
export const shown = { count: 100, gatherMs: 5000 } as const // cards that stood on a screen, told together
export const seen = { count: 50, gatherMs: 500 } as const // responses that an author has looked at, told together
export const responseText = { max: 500, warn: 450 } as const // §5; counted in code points by the server
export const decline = { undoMs: 5000, tellMs: 6000 } as const // a refusal is taken back; after `tellMs` its sender hears of it
/** New responses to a listing join the message of the last hour, which does not ring again. */
export const responseLetter = { gatherMs: hour, count: 10 } as const
/** An author is reminded of responses that wait so long, of one listing once a day, a few times a day in all. */
export const nudge = { hours: [24, 72], gapMs: day, perDay: 3, count: 10 } as const
/** Within 24 hours, by what became of the responses of the last days; the help says so. */
export const responsesPerDay = {
  base: 30,
  least: 15,
  most: 60,
  perAnswered: 0.5,
  perSpam: 5,
  days: 30,
} as const
/** Of one listing; shown as fitting, of own ones, and those that come to one person from everybody in 24 hours. */
export const invitations = { count: 10, shown: 30, listed: 50, receivedPerDay: 5, words: 300 } as const
export const questions = {
  count: 3,
  length: 120,
  option: 40,
  options: 5,
  number: 1_000_000,
  answer: 200,
} as const
/** Figures of prices are shown only where nobody's own can be read out of them. */
export const prices = { least: 20, people: 10, days: 180, countMs: 7 * day, rivals: 8 } as const
export const copies = { days: 90, considered: 200 } as const // earlier responses that a new one is compared with
export const templates = { count: 10 } as const // own beginnings of responses
export const postsPerDay = 10
export const contactsPerDay = 10 // people whose contacts are shown to one person
export const boostSlots = 3
export const collection = { size: 20 } as const // §9
/** Parts of cards that a process keeps written. */
export const cards = { bytes: 24 * 1024 * 1024 } as const
/** A list is counted up to `exact`; that it is longer is remembered for `ms`. */
export const totals = { ms: 2000, exact: 1000 } as const
/** The collection of a day is ranked by what listings said so long ago. */
export const weighed = { ms: minute, most: 16_000 } as const
/** A list from a replica shows all that is so old; who wrote within `ownMs` reads from the primary. */
export const replica = { behindMs: 2000, ownMs: 30_000 } as const
/** What a client's home shows at most; of own listings the newest `considered` are looked at. */
export const clientHome = {
  waiting: 5,
  listings: 3,
  freelancers: 10,
  considered: 100,
  endingMs: 3 * day,
} as const
export const placementDays = { default: 30, max: 90 } as const
export const renewal = { ms: 7 * day } as const // after an expiry responses wait so long for a renewal
export const similar = { considered: 30, shown: 3 } as const // open listings like one that was missed
export const resubmissions = 3
export const invoice = {
  ms: 24 * hour, // an unpaid payment link lives so long
  unconfirmedMs: hour, // a reported payment that the provider does not confirm stops blocking a new link after it
  undecidedMs: day, // money that the provider keeps so long without a decision is shown to a person
  skewMs: 5 * minute, // an operation may look so much older than its invoice by the provider's clock
  clockJumpMs: 2 * hour, // the same where it carries the invoice's own number: our clock may have jumped meanwhile
} as const
export const laterInquiries = { days: [1, 7, 40], gapMs: 1000 } as const // after a payment, or the end of its link; one in `gapMs`
export const sameOrder = { ms: minute } as const // equal content from one author within it is one order (a double tap)
export const moderation = {
  shown: 1000, // lines of the queue that one page holds
  claimMs: 10 * minute,
  undoMs: 5000,
  refundMs: 30 * day, // a rejected listing that is left alone for so long is refunded
  remindMs: [30 * minute, 2 * hour], // of waiting; then every `remindEveryMs`
  remindEveryMs: 4 * hour,
  question: { min: 3, max: 500 },
  times: { days: 7, least: 20 }, // a time is promised from so many days, once so many were decided in them
  answer: { min: 1, max: 1000 }, // of an author to a question
  evidence: 10, // photos and documents with one answer or appeal
} as const
/** Of what people ask the support; `card`: characters of the first question that stand on it. */
export const support = {
  quietMs: 3 * day, // after an answer; then it closes
  reopenMs: 30 * day, // a message within it opens a closed one again, a later one begins another
  remindMs: 4 * hour, // of an unanswered one; then every `remindEveryMs`
  remindEveryMs: day,
  lateMs: 2 * minute, // on the way to operators; then the person is told
  copiesMs: 90 * day, // of photos and documents
  card: 700,
  unanswered: 5, // messages of a person that come to the operators one by one; more wait on the card
} as const
export const confirmation = { ms: 2 * minute } as const // an admin's press in the chat with the bot
export const body = { bytes: 256 * 1024, strangers: 16 * 1024, depth: 32 } as const // of a call's JSON; without a session, bytes of `strangers`
export const launch = { maxAgeMs: day, maxAheadMs: minute, bytes: 8192 } as const
export const contact = { maxAgeMs: 300_000 } as const
export const token = { ms: hour } as const
export const sessionCache = { ms: 30_000 } as const
export const sessionUse = { ms: 5 * minute } as const // how exactly a session knows when it was used
export const later = { ms: 4 * hour, from: 9 * 60, to: 21 * 60, morning: 10 * 60 } as const // a reminder of an order; minutes of the reader's clock
export const shownMarks = 20 // of what somebody does not want to be told of, in the bot's settings
export const busyMs = 7 * day // "busy now": no orders for so long
export const hot = { deadlineMs: 48 * hour, quietMs: 24 * hour, responses: 1, perDay: 3 } as const
export const bulk = { perHour: 6, perDay: 30 } as const
export const loader = { ms: 1500 } as const // §9: the start overlay's shortest life
export const payButton = { ms: 1000 } as const // §9
export const avatarFallback = { ms: 600 } as const // §9
export const patience = { ms: 8000 } as const // without an answer; then it may be given up
export const toast = { ms: 2000 } as const // §9
export const sheet = { dragPx: 100, closeMs: 200 } as const // §9
export const tooltip = { ms: 700, skipMs: 300 } as const // §9
export const clientErrorsPerHour = 20 // told in the operators' chat, of everybody together
export const idempotency = { ms: day } as const
/**
 * The provider's register: bytes and rows of one file, lines named when it cannot be read, invoices of others in
 * it.
 */
export const register = { bytes: 2 * 1024 * 1024, rows: 20_000, namedLines: 50, strangers: 50 } as const
export const queueBoard = { ticketMs: 5 * minute, sessionMs: hour } as const
