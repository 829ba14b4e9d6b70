import { duration, type LimitRows, timeOfDay } from './row.ts'

/** Limits of listings, responses, invitations, chats and deals. */
export const market: LimitRows = {
  postsPerDay: (count) => ({
    what: `New listings in 24 hours: ${count}`,
    who: 'authors',
    reads: ['errors.too_many_posts', ['create.postsLeft', { left: 1, most: count }], 'create.noneLeft'],
  }),
  sameOrder: ({ ms }) => ({
    what: `Two equal listings within ${duration(ms)} are one`,
    who: 'authors who tap twice',
    reads: [],
  }),
  resubmissions: (count) => ({
    what: `A rejected listing can be fixed ${count} times`,
    who: 'authors',
    reads: ['errors.resubmissions_over', 'publish.rejected.over'],
  }),
  placementDays: ({ default: usual, max }) => ({
    what: `A placement lasts ${usual} days unless it says otherwise, ${max} at most`,
    who: 'authors',
    reads: ['rules.payment.text', ['create.days_other', { count: usual }]],
  }),
  renewal: ({ ms }) => ({
    what: `Responses of an expired listing wait ${duration(ms)} for its renewal`,
    who: 'authors; freelancers who wait',
    reads: [
      'message.listing_expired.order',
      'ownResponse.end.not_renewed.text',
      'message.responses_waiting.promise',
    ],
  }),
  boostSlots: (count) => ({
    what: `Boosted places of an order: ${count}`,
    who: 'freelancers',
    reads: [['respond.slotsTaken', { count }], 'errors.slots_taken'],
  }),
  responsesPerDay: (l) => ({
    what: `Responses in 24 hours: ${l.base}; ${l.perAnswered} more for each one answered within ${l.days} days, ${l.perSpam} less for each declined as spam; never below ${l.least} or above ${l.most}`,
    who: 'freelancers',
    reads: ['errors.too_many_responses', 'faq.limit.a', ['shield.day_other', { count: 2 }]],
  }),
  copies: ({ days, considered }) => ({
    what: `A response is compared with ${considered} own ones of ${days} days`,
    who: 'freelancers who send the same text',
    reads: ['errors.template_unchanged'],
  }),
  declineDelay: ({ undoMs, tellMs }) => ({
    what: `A no can be undone for ${duration(undoMs)}; the freelancer hears of it after ${duration(tellMs)}`,
    who: 'authors',
    reads: ['message.new_response.now.soon', 'errors.decision_effective'],
  }),
  authorMessage: ({ gatherMs, count }) => ({
    what: `New responses within ${duration(gatherMs)} of a message join it, which shows ${count}`,
    who: 'authors',
    reads: [['message.new_response.several.order_other', { count: 2, title: '…' }]],
  }),
  waitingReminder: ({ hours, gapMs, perDay, count }) => ({
    what: `A reminder about responses that wait: after ${hours.join(' and ')} hours, once in ${duration(gapMs)} for a listing, ${perDay} a day in all, naming ${count}`,
    who: 'authors',
    reads: [
      ['message.responses_waiting.h24_other', { count: 2 }],
      ['message.responses_waiting.h72_other', { count: 2 }],
    ],
  }),
  seenResponses: ({ count, gatherMs }) => ({
    what: `Responses seen are reported every ${gatherMs} ms, ${count} at a time`,
    who: 'the app',
    reads: [],
  }),
  receivedResponses: ({ listings, each }) => ({
    what: `The list of received responses shows ${listings} listings with ${each} responses each`,
    who: 'authors',
    reads: [['received.more', { count: 2 }]],
  }),
  serviceRequests: (l) => ({
    what: `Requests for services: ${l.open} of a client wait at once, ${l.perDay} are sent in 24 hours; answers of ${l.answer} characters, a reason of ${l.reason}; reminders after ${l.remindHours.join(' and ')} hours, the end after ${l.days} days, counted from the last offer`,
    who: 'clients and freelancers',
    reads: [
      'errors.requests_full',
      'errors.too_many_service_requests',
      'message.service.waits',
      ['message.service.lapsed.client', { service: '…' }],
    ],
  }),
  invitations: (l) => ({
    what: `Invitations: ${l.count} for a listing with ${l.words} characters; ${l.shown} people are suggested; a person gets ${l.receivedPerDay} in 24 hours and sees ${l.listed}`,
    who: 'authors and the invited',
    reads: ['errors.invitations_over', 'errors.too_many_invitations'],
  }),
  contactsPerDay: (count) => ({
    what: `Contacts of ${count} people are shown to one person in 24 hours; moderators see who tries more`,
    who: 'authors',
    reads: ['bot.moderation.flag.gatherer'],
  }),
  chat: (l) => ({
    what:
      `Chats: ${l.inARow} messages before the first answer, ${l.newPerDay} new chats without a listing in 24 hours, an own message can be deleted for ${duration(l.deleteMs)}; ` +
      `a notification of a chat at most every ${duration(l.pushMs)}, of an unread message in an open chat after ${duration(l.unreadMs)}; ` +
      `${l.page} messages a page, ${l.quote} characters of a quote; "typing" is sent every ${duration(l.typingMs)} and shown for ${duration(l.typingHoldsMs)}; a ticket of the live stream holds ${duration(l.ticketMs)}`,
    who: 'everybody who chats',
    reads: [
      'errors.in_a_row_limit',
      ['chat.left_other', { count: 2 }],
      'errors.too_many_chats',
      'errors.deletion_over',
    ],
  }),
  deal: (l) => ({
    what:
      `Work handed in: reminders to answer after ${l.remindDays.join(' and ')} days, accepted by itself after ${l.acceptDays}; ` +
      `the executor is reminded ${l.dueDays} day before the due date and has ${l.returnDays} days at the least for work that came back; texts of ${l.text} characters`,
    who: 'clients and executors',
    reads: [
      ['message.deal.accepted.unanswered', { date: '…' }],
      'errors.work_returned',
      'bot.deal.reminded_today',
      ['bot.deal.long', { count: l.text + 1, limit: l.text }],
    ],
  }),
  papers: (l) => ({
    what: `Papers of a finished order: a name of ${l.name} characters; own lines are deleted ${l.days} days after the last entry`,
    who: 'both sides of a deal',
    reads: [
      ['papers.kept', { count: l.days }],
      ['papers.keptUntil', { date: '…' }],
    ],
  }),
  review: ({ length, ms, replyEditMs }) => ({
    what: `A review: ${length} characters, within ${duration(ms)}, then all open; a reply can be edited for ${duration(replyEditMs)}`,
    who: 'both sides of a deal',
    reads: ['errors.reviews_closed', 'review.hint', 'errors.reply_closed'],
  }),
  record: (l) => ({
    what:
      `A record needs ${l.least} ended listings or works within ${l.days} days; small numbers are counted with ${l.prior.answered} answers in ${l.prior.responses}; ` +
      `a chat counts as unanswered after ${duration(l.replyMs)}, an invitation after ${l.inviteDays} days; ${l.batch} people are counted at a time`,
    who: 'authors and freelancers',
    reads: [['record.how.invites', { days: l.inviteDays, share: '85 %' }]],
  }),
  funnel: (l) => ({
    what:
      `Figures of a listing are compared with ${l.least} to ${l.considered} listings by ${l.authors} authors within ${l.days} days, from ${l.shown} shown cards or ${l.opened} openings on; ` +
      `a step lags by ${l.gap * 100} %; the chart has ${l.chart} days`,
    who: 'authors',
    reads: [['funnel.usual', { number: l.least }]],
  }),
  ownNumbers: (l) => ({
    what:
      `Own numbers cover ${l.months} months; a median needs ${l.people} people with ${l.least} responses each, ` +
      `is counted from ${l.considered} people with ${l.each} responses at most, and kept for ${duration(l.countMs)}`,
    who: 'freelancers',
    reads: [
      ['numbers.few', { number: l.people }],
      ['numbers.share.least', { least: l.least }],
    ],
  }),
  prices: ({ least, people, days, countMs, rivals }) => ({
    what: `Usual prices need ${least} prices of ${people} people within ${days} days and are counted every ${duration(countMs)}; a third of the prices is named from ${rivals} responses on`,
    who: 'authors and freelancers',
    reads: [['place.third.lower_other', { count: rivals }]],
  }),
  similarListings: ({ considered, shown }) => ({
    what: `Behind a missed listing ${shown} similar ones of ${considered}`,
    who: 'freelancers',
    reads: [],
  }),
  report: ({ length, perDay, unconfirmedPerDay }) => ({
    what: `Complaints in 24 hours: ${perDay}, ${unconfirmedPerDay} without a confirmed phone; ${length} characters`,
    who: 'everybody',
    reads: ['errors.too_many_reports'],
  }),
  orderReminder: (l) => ({
    what: `"Later" comes back after ${duration(l.ms)}, between ${timeOfDay(l.from)} and ${timeOfDay(l.to)}, else at ${timeOfDay(l.morning)}`,
    who: 'freelancers',
    reads: ['message.order.key.tomorrow'],
  }),
  busyMs: (ms) => ({
    what: `"Busy now": no orders for ${duration(ms)}`,
    who: 'freelancers',
    reads: ['notThis.effect.busy', ['message.order.not_me.busy', { date: '…' }]],
  }),
  hotOrders: (l) => ({
    what: `An order with ${l.responses} response or none is told once more: within ${duration(l.deadlineMs)} of its deadline, after ${duration(l.quietMs)} of silence, ${l.perDay} such a day`,
    who: 'freelancers',
    reads: [],
  }),
  bulkMessages: ({ perHour, perDay }) => ({
    what: `Messages about listings: ${perHour} an hour, ${perDay} a day; the others come as a digest`,
    who: 'freelancers',
    reads: ['message.why.digest'],
  }),
  shownHiddenListings: (count) => ({
    what: `The settings in the bot name ${count} hidden listings`,
    who: 'freelancers',
    reads: [],
  }),
}
