import { sweepFiles } from '#services/files/sweep.ts'
import { acceptUnanswered, remindOfAnswers, remindOfDates } from '#services/lifecycle/deals/schedule.ts'
import {
  endUnrenewedResponses,
  expireListings,
  refundAbandoned,
  remindOfExpiry,
} from '#services/lifecycle/publication/expire.ts'
import { remindModerators } from '#services/moderation/queue/schedule.ts'
import { deleteExpired } from '#services/operations/retention.ts'
import { countCategoryPrices } from '#services/reference/category-prices.ts'
import { refreshRates } from '#services/reference/rates.ts'
import { countTitleWords } from '#services/reference/words/title-words.ts'
import { publishDueReviews } from '#services/relations/review-schedule.ts'
import { lapseRequests, remindOfRequests } from '#services/requests/schedule.ts'
import { remindAuthors } from '#services/responses/author-message/schedule.ts'
import { closeSilent, forgetMedia, notifyLate, remindOperators } from '#services/support/schedule.ts'
import { countRecords } from '#services/users/people/schedule.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

/** Periodic work of single areas. Each sweep calls the functions of its area and logs how much they did. */

/**
 * Reminds authors before their listings expire, expires listings, and refunds rejected listings that their authors have
 * not changed for a while.
 */
export const listingExpiry: Sweep = {
  name: 'listing-expiry',
  every: timing.expiry.sweep,
  async run(ctx) {
    const reminded = await remindOfExpiry(ctx)
    const expired = await expireListings(ctx, timing.expiry.batch)
    const unrenewed = await endUnrenewedResponses(ctx, timing.expiry.batch)
    const returned = await refundAbandoned(ctx, timing.expiry.batch)
    const done = { reminded, expired, unrenewed, returned }
    if (Object.values(done).some((count) => count > 0)) ctx.log.info(done, 'expiry round')
    return Math.max(expired, unrenewed, returned) === timing.expiry.batch
  },
}

/**
 * Reminds client and freelancer of work in progress, and accepts work automatically if the client does not answer in
 * time.
 */
export const dealReminders: Sweep = {
  name: 'deal-reminders',
  every: timing.expiry.sweep,
  async run(ctx) {
    await remindOfAnswers(ctx)
    await remindOfDates(ctx)
    return (await acceptUnanswered(ctx, timing.expiry.batch)) === timing.expiry.batch
  },
}

/** Reminds of requests for services that wait for an answer, and ends those that nobody answered in time. */
export const serviceRequests: Sweep = {
  name: 'service-requests',
  every: timing.expiry.sweep,
  async run(ctx) {
    const done = {
      lapsed: await lapseRequests(ctx, timing.expiry.batch),
      reminded: await remindOfRequests(ctx, timing.expiry.batch),
    }
    if (Object.values(done).some((count) => count > 0)) ctx.log.info(done, 'requests round')
    return Object.values(done).includes(timing.expiry.batch)
  },
}

/** Reminds moderators of overdue tasks. */
export const moderationReminders: Sweep = {
  name: 'moderation-reminders',
  every: timing.moderation.sweep,
  async run(ctx) {
    const reminded = await remindModerators(ctx, timing.moderation.batch)
    if (reminded > 0) ctx.log.info({ reminded }, 'moderators reminded')
    return reminded === timing.moderation.batch
  },
}

/** Reminds authors of responses that they have not answered. */
export const responseNudges: Sweep = {
  name: 'response-nudges',
  every: timing.nudges.sweep,
  async run(ctx) {
    const nudged = await remindAuthors(ctx)
    if (nudged > 0) ctx.log.info({ nudged }, 'authors were reminded')
    return false
  },
}

/** Publishes a review if the other side of the deal has not written its review in time. */
export const reviewPublication: Sweep = {
  name: 'review-publication',
  every: timing.reviews.sweep,
  run: async (ctx) => (await publishDueReviews(ctx, timing.reviews.batch)) === timing.reviews.batch,
}

/** Closes questions to support, reminds operators of them, and deletes their old files. */
export const supportMaintenance: Sweep = {
  name: 'support-care',
  every: timing.support.sweep,
  async run(ctx) {
    const done = {
      closed: await closeSilent(ctx, timing.support.batch),
      reminded: await remindOperators(ctx, timing.support.batch),
      forgotten: await forgetMedia(ctx, timing.support.batch),
    }
    await notifyLate(ctx, timing.support.batch)
    if (Object.values(done).some((count) => count > 0)) ctx.log.info(done, 'the support was looked after')
    return Object.values(done).includes(timing.support.batch)
  },
}

/** Computes the statistics of people that their pages show. */
export const personRecords: Sweep = {
  name: 'person-records',
  every: timing.records.sweep,
  async run(ctx) {
    const writtenCount = await countRecords(ctx)
    if (writtenCount > 0) ctx.log.info({ written: writtenCount }, 'records were counted')
    return false
  },
}

/** Computes the price statistics of each speciality. */
export const categoryPrices: Sweep = {
  name: 'category-prices',
  every: timing.categoryPrices.sweep,
  async run(ctx) {
    const countedCategories = await countCategoryPrices(ctx)
    if (countedCategories > 0) ctx.log.info({ counted: countedCategories }, 'prices counted')
    return false
  },
}

/** Counts the words of titles, to which mistyped search words are corrected. */
export const titleWords: Sweep = {
  name: 'title-words',
  every: timing.titleWords.sweep,
  async run(ctx) {
    await countTitleWords(ctx)
    return false
  },
}

/** Fetches the daily exchange rates if a source is configured. After a failure the next round tries again. */
export const currencyRates: Sweep = {
  name: 'currency-rates',
  every: timing.rates.look,
  async run(ctx) {
    const { RATES_URL } = ctx.config
    if (RATES_URL)
      await refreshRates(ctx, RATES_URL).then(
        (changed) => changed && ctx.log.info({ changed }, 'rates of the day'),
        (error: Error) => ctx.log.warn({ reason: error.message }, 'no rates'),
      )
    return false
  },
}

/** Deletes stored files that nothing uses. */
export const orphanFiles: Sweep = {
  name: 'orphan-files',
  every: timing.files.sweep,
  async run(ctx) {
    const deletedCount = await sweepFiles(ctx, timing.files.batch)
    if (deletedCount > 0) ctx.log.info({ files: deletedCount }, 'files swept')
    return deletedCount === timing.files.batch
  },
}

/** Deletes old rows about finished work. */
export const retention: Sweep = {
  name: 'retention',
  every: timing.operations.sweep,
  async run(ctx) {
    const deletedCount = await deleteExpired(ctx, timing.operations.batch)
    if (Object.keys(deletedCount).length > 0) ctx.log.info({ gone: deletedCount }, 'old traces forgotten')
    return Object.values(deletedCount).includes(timing.operations.batch)
  },
}
