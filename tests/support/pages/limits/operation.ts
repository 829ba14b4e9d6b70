import { duration, durations, grouped, type LimitRows, size } from './row.ts'

/** Limits of money, moderation and support. */
export const operation: LimitRows = {
  invoice: (l) => ({
    what:
      `A payment link holds ${duration(l.ms)}; a payment that is still checked blocks a new link for ${duration(l.unconfirmedMs)}; money that the provider holds for ${duration(l.undecidedMs)} becomes a case; ` +
      `an operation may be ${duration(l.skewMs)} older than its link, with the link's own number ${duration(l.clockJumpMs)}`,
    who: 'payers',
    reads: ['errors.payment_pending', 'payment.check.text', 'bot.payment.expired'],
  }),
  laterInquiries: ({ days, gapMs }) => ({
    what: `The provider is asked about a payment once more after ${days.join(', ')} days, one question in ${duration(gapMs)}`,
    who: 'payers whose money came late',
    reads: [],
  }),
  register: (l) => ({
    what: `A register of the provider: ${size(l.bytes)}, ${grouped(l.rows)} lines; ${l.namedLines} unreadable lines are named, ${l.strangers} invoices of other shops are let pass`,
    who: 'administrators',
    reads: ['errors.register_unreadable', 'errors.register_foreign'],
  }),
  moderation: (l) => ({
    what:
      `Moderation: a card is claimed for ${duration(l.claimMs)}, a decision can be undone for ${duration(l.undoMs)}, reminders after ${durations(l.remindMs)}, later every ${duration(l.remindEveryMs)}; ` +
      `questions of ${l.question.min} to ${l.question.max} characters, answers of ${l.answer.min} to ${l.answer.max}, ${l.evidence} files of an answer or appeal; ` +
      `the money of a rejection that nobody fixed goes back after ${duration(l.refundMs)}; "usually takes" is said from ${l.times.least} decisions of ${l.times.days} days on; the queue shows ${grouped(l.shown)}`,
    who: 'moderators and authors',
    reads: [
      'errors.claimed_by_other',
      'bot.moderation.done.claim',
      'errors.decision_effective',
      ['bot.moderation.length', { min: l.question.min, max: l.question.max }],
      'publish.rejected.over',
      ['moderation.usual.hour_other', { count: 2 }],
    ],
  }),
  support: (l) => ({
    what:
      `Support: a question closes after ${duration(l.quietMs)} of silence and opens again for ${duration(l.reopenMs)}; operators are reminded after ${duration(l.remindMs)}, later every ${duration(l.remindEveryMs)}; ` +
      `a message that did not arrive is told of after ${duration(l.lateMs)}; ${l.unanswered} unanswered messages are passed on one by one; the card shows ${l.card} characters; copies of photos and documents are kept ${duration(l.copiesMs)}`,
    who: 'everybody who writes to support; operators',
    reads: [
      ['message.support.news.closed_silence', { id: '…' }],
      'message.support.told.late',
      ['message.support.held', { count: 2 }],
    ],
  }),
  channels: ({ newMs, categories }) => ({
    what: `A channel takes up to ${categories} categories or groups; a listing that was published ${duration(newMs)} ago is no longer posted`,
    who: 'administrators who connect channels',
    reads: ['errors.invalid_input'],
  }),
  prompt: ({ plainMs, offeredMs, chatMs }) => ({
    what: `A question of the bot takes a plain message for ${duration(plainMs)} and is offered for ${duration(offeredMs)}; a chat is offered for ${duration(chatMs)}`,
    who: 'everybody who writes to the bot',
    reads: ['bot.prompt.lapsed', ['bot.which.many', { count: 2 }]],
  }),
  confirmation: ({ ms }) => ({
    what: `An act of an administrator is confirmed within ${duration(ms)}`,
    who: 'administrators',
    reads: ['bot.confirm.hint', 'bot.confirm.end.expired', 'errors.confirmation_over'],
  }),
  deletedAccountRetention: (l) => ({
    what:
      `Of a deleted account stay: what daily limits count for ${duration(l.dayMs)}, rejections for ${duration(l.rejectionsMs)}, the mark of a returning person for ${duration(l.leftMs)}, ` +
      `open complaints for ${duration(l.openMs)}`,
    who: 'people who deleted their profile',
    reads: [],
  }),
  clientErrorsPerHour: (count) => ({
    what: `Failures of the app: ${count} an hour reach the operators' chat`,
    who: 'operators',
    reads: [],
  }),
  queueBoard: ({ ticketMs, sessionMs }) => ({
    what: `The address of the queues holds ${duration(ticketMs)}, what it opens ${duration(sessionMs)}`,
    who: 'administrators',
    reads: [],
  }),
}

/** Limits of logins, requests, pages and memory. */
export const machinery: LimitRows = {
  launch: ({ maxAgeMs, maxAheadMs, bytes }) => ({
    what: `Launch data of Telegram: ${duration(maxAgeMs)} old, ${duration(maxAheadMs)} ahead of our clock, ${size(bytes)}`,
    who: 'everybody who opens the app',
    reads: ['errors.session_expired', 'errors.clock_wrong'],
  }),
  contact: ({ maxAgeMs }) => ({
    what: `A shared phone is taken for ${duration(maxAgeMs)}`,
    who: 'everybody who confirms a phone',
    reads: ['verify.pending'],
  }),
  token: ({ ms }) => ({
    what: `A token of a session holds ${duration(ms)} and is renewed by the app`,
    who: 'the app',
    reads: [],
  }),
  sessionCache: ({ ms }) => ({
    what: `A session that was ended is gone from every process within ${duration(ms)}`,
    who: 'blocked people',
    reads: ['errors.blocked'],
  }),
  sessionUse: ({ ms }) => ({
    what: `Last use of a session, accurate to ${duration(ms)}`,
    who: 'administrators',
    reads: [],
  }),
  body: ({ bytes, strangers, depth }) => ({
    what: `JSON of a request: ${size(bytes)}, ${size(strangers)} without a session, ${depth} levels deep`,
    who: 'programs',
    reads: ['errors.too_large', 'errors.malformed'],
  }),
  idempotency: ({ ms }) => ({
    what: `A repeated call with the same key is answered once for ${duration(ms)}`,
    who: 'programs',
    reads: ['errors.idempotency_conflict'],
  }),
  page: ({ size: items, max, ownMax }) => ({
    what: `A page of a list: ${items} unless asked otherwise, ${max} at most, ${grouped(ownMax)} of own things`,
    who: 'programs',
    reads: ['errors.invalid_input'],
  }),
  list: ({ size: items, max, unpaged }) => ({
    what: `A list behind a cursor: ${items}, ${max} at most, ${unpaged} for old programs that send none`,
    who: 'programs',
    reads: ['errors.invalid_input'],
  }),
  exclude: ({ considered }) => ({
    what: `Excluded words are searched in ${grouped(considered)} listings of a list`,
    who: 'people who exclude words',
    reads: [],
  }),
  totals: ({ ms, exact }) => ({
    what: `Totals are exact up to ${grouped(exact)}; "more" is kept for ${duration(ms)}`,
    who: 'everybody',
    reads: [],
  }),
  clientHome: (l) => ({
    what: `The home screen of a client shows ${l.waiting} things that wait, ${l.listings} listings of the newest ${l.considered}, ${l.freelancers} freelancers; a placement ends soon at ${duration(l.endingMs)}`,
    who: 'clients',
    reads: [['home.waiting.more', { count: 2 }]],
  }),
  collection: ({ size: cards }) => ({
    what: `"For you" holds ${cards} cards`,
    who: 'freelancers',
    reads: [],
  }),
  shownCards: ({ count, gatherMs }) => ({
    what: `Shown cards are reported every ${duration(gatherMs)}, ${count} at a time`,
    who: 'the app',
    reads: [],
  }),
  cards: ({ bytes }) => ({
    what: `Cards kept in memory: ${size(bytes)} a process`,
    who: 'nobody',
    reads: [],
  }),
  rankingFacts: ({ ms, most }) => ({
    what: `Facts that rank listings are kept for ${duration(ms)}, ${grouped(most)} of them`,
    who: 'nobody',
    reads: [],
  }),
  replica: ({ behindMs, ownMs }) => ({
    what: `A replica is asked while it is less than ${duration(behindMs)} behind, and not by those who wrote within ${duration(ownMs)}`,
    who: 'everybody, where there is a replica',
    reads: [],
  }),
  loader: ({ ms }) => ({ what: `The start is covered for ${ms} ms at least`, who: 'everybody', reads: [] }),
  payButton: ({ ms }) => ({
    what: `A pay button shows that it works for ${duration(ms)} at least`,
    who: 'payers',
    reads: [],
  }),
  avatarFallback: ({ ms }) => ({
    what: `Initials stand in for a picture after ${ms} ms`,
    who: 'everybody',
    reads: [],
  }),
  cancelDelay: ({ ms }) => ({
    what: `What has no answer for ${duration(ms)} can be cancelled`,
    who: 'everybody',
    reads: [],
  }),
  toast: ({ ms }) => ({ what: `A note stands for ${duration(ms)}`, who: 'everybody', reads: [] }),
  sheet: ({ dragPx, closeMs }) => ({
    what: `A sheet closes after ${dragPx} pixels, in ${closeMs} ms`,
    who: 'everybody',
    reads: [],
  }),
  tooltip: ({ ms, skipMs }) => ({
    what: `A hint comes after ${ms} ms, at once within ${skipMs} ms of another`,
    who: 'people with a mouse',
    reads: [],
  }),
}
