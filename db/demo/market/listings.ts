import type { DeclineReason } from '#contract/lifecycle.ts'
import type { Experience, JobType } from '#contract/options.ts'
import type { DemoListing, DemoResponse, MarketListing } from '../listings.ts'
import type { DemoPerson } from '../people.ts'
import dealRows from './deals.json' with { type: 'json' }
import englishRows from './english.json' with { type: 'json' }
import orderRows from './orders.json' with { type: 'json' }
import peopleRows from './people.json' with { type: 'json' }
import responseTexts from './responses.json' with { type: 'json' }
import vacancyRows from './vacancies.json' with { type: 'json' }

/** The larger part of the demo market, kept as short rows: open listings and finished work. */

export const marketPeople = peopleRows as DemoPerson[]

/** Rows name people by the end of their Telegram id, and money in whole units of the currency. */
export const telegramId = (end: number) => 5_000_000_000_000_000 + end
const minorUnits = 100

type Row = {
  author: number
  category_id: number
  price?: number
  currency_id?: number
  language?: string
  title: string
  text: string
  skills: string[]
}

type OpenRow = Row & {
  hours_ago: number
  min_stake?: number
  max_stake?: number
  deadline_days?: number
  experience?: string
  job_type?: string
  location?: string
  in_office?: boolean
  details?: Partial<Record<string, string>>
  /** Freelancers who responded, the first one first. */
  responses?: number[]
}

type DealRow = Row & {
  executor: number
  days_ago: number
  /** These times count from the publication. */
  chosen_after_hours: number
  deadline_days: number
  handed_in_days: number
  completed_days: number
  response: string
  others?: { user: number; price: number; answer: string; text: string }[]
  question: string
  reply: string
  reply_minutes: number
  work: string
  /** Stars in the order of the axes of contract/review-axes.ts. */
  stars_of_executor: number[]
  words_of_executor: string
  stars_of_author: number[]
  words_of_author: string
}

export function readMarket(): MarketListing[] {
  const textOf = responseReader()
  return [
    ...(dealRows as DealRow[]).map((row) => ({ kind: 'order' as const, listing: toDeal(row) })),
    ...(orderRows as OpenRow[]).map((row) => ({ kind: 'order' as const, listing: toOpen(row, textOf) })),
    ...(vacancyRows as OpenRow[]).map((row) => ({ kind: 'vacancy' as const, listing: toOpen(row, textOf) })),
  ]
}

type EnglishTexts = Pick<DemoListing, 'title' | 'text' | 'details'> & { responses: string[] }

/** The client with the English interface reads her listings of the small market in English. */
export function inEnglish({ kind, listing }: MarketListing): MarketListing {
  const english = (englishRows as Record<string, EnglishTexts>)[listing.key]
  if (!english) return { kind, listing }
  const responses = listing.responses.map((response, n) => ({
    ...response,
    text: english.responses[n] ?? response.text,
  }))
  return { kind, listing: { ...listing, ...english, responses } }
}

type ResponseReader = (user: number, language: 'ru' | 'en') => string

/** @returns a function that gives a freelancer's texts for responses in turn */
function responseReader(): ResponseReader {
  const usedCounts = new Map<string, number>()
  const texts = responseTexts as Record<string, { ru: string[]; en: string[] }>
  return (user, language) => {
    const ownTexts = texts[user]?.[language] ?? []
    const usedCount = usedCounts.get(`${user} ${language}`) ?? 0
    usedCounts.set(`${user} ${language}`, usedCount + 1)
    const text = ownTexts[usedCount % ownTexts.length]
    if (text === undefined) throw new Error(`${user} has no text for a response in ${language}`)
    return text
  }
}

const inMinor = (amount: number | undefined) =>
  amount === undefined ? {} : { price: Math.round(amount * minorUnits) }

/** Fields that open listings and finished work share. The title is the key: no two rows share one. */
function toListing(row: Row) {
  const { title, text, skills, category_id, language = 'ru', currency_id = 1 } = row
  return {
    key: title,
    title,
    text,
    skills,
    category_id,
    language,
    currency_id,
    ...inMinor(row.price),
    author: telegramId(row.author),
    tags: [],
    favorites: [],
  }
}

function toOpen(row: OpenRow, textOf: ResponseReader): DemoListing {
  const { hours_ago, min_stake, max_stake, deadline_days, location, details, responses = [] } = row
  const language = row.language === 'en' ? 'en' : 'ru'
  const isHourly = row.price === undefined || row.job_type !== undefined
  return {
    ...toListing(row),
    hours_ago,
    status: 'published',
    payment_format: isHourly ? 'hourly' : 'fixed',
    job_type: (row.job_type ?? 'project') as JobType,
    experience: (row.experience ?? 'y1_3') as Experience,
    is_remote: !row.in_office,
    ...(min_stake && { min_stake: min_stake * minorUnits }),
    ...(max_stake && { max_stake: max_stake * minorUnits }),
    ...(deadline_days && { deadline_days }),
    ...(location && { location }),
    ...(details && { details }),
    // A listing is seen most on its first day.
    views: Math.round(5 + 4 * Math.sqrt(hours_ago) + 6 * responses.length),
    responses: responses.map((user, n) => {
      const text = textOf(user, language)
      return toWaiting(row, { user, text, hours_ago: hours_ago * (0.8 - n * 0.3), discount: n * 0.1 })
    }),
  }
}

type Waiting = { user: number; text: string; hours_ago: number; discount: number }

/** A response that its author has read after a day, at the budget or below it. */
function toWaiting(
  { price, currency_id = 1, job_type }: OpenRow,
  { user, text, hours_ago, discount }: Waiting,
): DemoResponse {
  const isPriced = price !== undefined && job_type === undefined
  return {
    user: telegramId(user),
    text,
    hours_ago,
    status: hours_ago > 24 ? 'shown' : 'no_show',
    currency_id,
    ...(isPriced && inMinor(Number((price * (1 - discount)).toPrecision(2)))),
  }
}

function toDeal(row: DealRow): DemoListing {
  const hours_ago = row.days_ago * 24
  const [author, user] = [telegramId(row.author), telegramId(row.executor)]
  const chosen_hours_ago = hours_ago - row.chosen_after_hours
  const completed_hours_ago = hours_ago - row.completed_days * 24
  const { currency_id = 1 } = row
  const askedHoursAgo = chosen_hours_ago - 0.5
  const [quality, term, communication] = row.stars_of_executor as [number, number, number]
  const [task, payment, openness] = row.stars_of_author as [number, number, number]
  const hours = { hours_ago: completed_hours_ago - 24 }
  return {
    ...toListing(row),
    hours_ago,
    executor: user,
    status: 'completed',
    payment_format: 'fixed',
    job_type: 'project',
    experience: 'y1_3',
    is_remote: true,
    deadline_days: row.deadline_days - row.days_ago,
    views: 30 + row.days_ago,
    deal: {
      chosen_hours_ago,
      completed_hours_ago,
      handed_in_hours_ago: hours_ago - row.handed_in_days * 24,
      work: row.work,
    },
    responses: [
      {
        user,
        status: 'chosen',
        text: row.response,
        hours_ago: hours_ago - 2,
        answered_hours_ago: chosen_hours_ago,
        currency_id,
        ...inMinor(row.price),
      },
      ...(row.others ?? []).map((other) =>
        toEnded(other, { hours_ago: hours_ago - 4, chosen_hours_ago, currency_id }),
      ),
    ],
    chat: [
      { from: author, hours_ago: askedHoursAgo, text: row.question },
      { from: user, hours_ago: askedHoursAgo - row.reply_minutes / 60, text: row.reply },
    ],
    reviews: [
      {
        author,
        subject: user,
        text: row.words_of_executor,
        axes: { quality, term, communication },
        ...hours,
      },
      {
        author: user,
        subject: author,
        text: row.words_of_author,
        axes: { task, payment, communication: openness },
        ...hours,
      },
    ],
  }
}

type Ending = { hours_ago: number; chosen_hours_ago: number; currency_id: number }

/** A response that another one was chosen over: it was shortlisted, or declined for a reason. */
function toEnded(
  { user, price, answer, text }: NonNullable<DealRow['others']>[number],
  { hours_ago, chosen_hours_ago, currency_id }: Ending,
): DemoResponse {
  const isDeclined = answer !== 'shortlisted'
  return {
    user: telegramId(user),
    text,
    hours_ago,
    currency_id,
    ...inMinor(price),
    status: isDeclined ? 'declined' : 'not_chosen',
    answered_hours_ago: chosen_hours_ago,
    ...(isDeclined && { decline_reason: answer as DeclineReason }),
  }
}
