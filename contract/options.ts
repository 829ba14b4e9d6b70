/** Options of filters and forms (§2); their texts are `option.*`. */
import { languages } from './languages.ts'
import type { ResponseStatus } from './lifecycle.ts'

/** Buckets of experience with their years. A filter matches overlapping buckets, because 1-2 and 1-3 overlap. */
export const experience = {
  none: [0, 0],
  lt1: [0, 1],
  y1_2: [1, 2],
  y1_3: [1, 3],
  y3_6: [3, 6],
  gt6: [6, 60],
} as const satisfies Record<string, readonly [number, number]>
export type Experience = keyof typeof experience
/** Buckets to choose from, which do not overlap. The bucket `y1_2` lies within `y1_3`; older listings and links hold it. */
export const offeredExperience = ['none', 'lt1', 'y1_3', 'y3_6', 'gt6'] as const satisfies Experience[]
/** Returns the code of the bucket to choose from in which a bucket lies. */
export const toOfferedExperience = (code: string): string => (code === 'y1_2' ? 'y1_3' : code)

/** How an order is paid: a price for the project, or one for an hour. */
export const orderPayments = ['fixed', 'hourly'] as const
/** How a listing is paid. Only vacancies are paid by the month. */
export const paymentFormats = [...orderPayments, 'monthly'] as const
/** How much of a person's time the work takes. */
export const jobTypes = ['project', 'part_time', 'full_day'] as const
export const sortings = ['newest', 'high_budget', 'low_budget', 'min_competition', 'close_deadline'] as const
export const competitionLevels = ['low', 'medium', 'high'] as const
/** Languages of the work that an author can state. */
export const workLanguages = [...languages, 'any'] as const

export type OrderPayment = (typeof orderPayments)[number]
export type PaymentFormat = (typeof paymentFormats)[number]
export type JobType = (typeof jobTypes)[number]
export type Sorting = (typeof sortings)[number]
export type CompetitionLevel = (typeof competitionLevels)[number]

/**
 * Answers that a person can give at the first start of the app. A person who answers "hire" begins as a client,
 * everybody else as a freelancer.
 */
export const startChoices = ['work', 'hire', 'both', 'skipped'] as const
export type StartChoice = (typeof startChoices)[number]

/** Reasons why a listing needs an act of its author, most urgent first. */
export const waitingKinds = [
  'handed_in',
  'countered',
  'responses',
  'question',
  'payment',
  'rejected',
  'expiring',
  'review',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Groups in a client's list of received responses. The group `waiting` has the responses without an answer. */
export const receivedGroups = ['new', 'waiting', 'shortlisted', 'all'] as const
export type ReceivedGroup = (typeof receivedGroups)[number]

/** Statuses of the responses in each group. The group `all` has every response that was not withdrawn. */
export const receivedStatuses: Record<Exclude<ReceivedGroup, 'all'>, readonly ResponseStatus[]> = {
  new: ['no_show'],
  waiting: ['no_show', 'shown'],
  shortlisted: ['shortlisted'],
}

/** Switches that each mute one kind of message. */
export const notificationSwitches = [
  'is_notify_new_order',
  'is_notify_hot_orders',
  'is_notify_new_messages',
] as const
export type NotificationSwitch = (typeof notificationSwitches)[number]

/** Switches of a profile. Each has a call of its own, named after it. */
export const profileFlags = [
  'is_free',
  'is_only_remote',
  'is_price_conversion',
  ...notificationSwitches,
] as const
export type ProfileFlag = (typeof profileFlags)[number]

/** Last visit of a person, in the coarse steps in which other people see it. */
export const seenOptions = ['today', 'week', 'earlier'] as const
export type Seen = (typeof seenOptions)[number]

export const socialNetworks = [
  'instagram',
  'telegram',
  'facebook',
  'linkedin',
  'tiktok',
  'telegram_channel',
  'vk',
  'twitter',
  'youtube',
  'whatsapp',
  'telegram_group',
] as const
export type SocialNetwork = (typeof socialNetworks)[number]

export const languageLevels = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'native'] as const
export type LanguageLevel = (typeof languageLevels)[number]
/** Ids of the price units of services that have a meaning of their own (db/reference/lists.ts). */
export const priceUnitIds = { project: 1, hour: 2 } as const
/** Sort orders of services: `fitting` by words, then by rating. */
export const serviceSortings = ['fitting', 'cheap', 'dear', 'newest'] as const
export type ServiceSorting = (typeof serviceSortings)[number]
export const peopleSortings = ['rating', 'newest', 'experience', 'completed'] as const
export type PeopleSorting = (typeof peopleSortings)[number]

export const reportSubjects = ['listing', 'user', 'response', 'message', 'review', 'service'] as const
export type ReportSubject = (typeof reportSubjects)[number]
export const reportReasons = ['spam', 'scam', 'abuse', 'forbidden', 'contacts', 'other'] as const

/** Findings of the automatic checks; a moderator judges them. */
export const findings = [
  'contacts',
  'links',
  'scam',
  'invisible',
  'duplicate',
  'gatherer',
  'new_author',
] as const
export type Finding = (typeof findings)[number]

/** Largest number of responses to a listing at each level of competition. */
export const competitionUpTo = { low: 5, medium: 15, high: Number.POSITIVE_INFINITY } as const

export function competition(responses: number): CompetitionLevel {
  return competitionLevels.find((level) => responses <= competitionUpTo[level]) ?? 'high'
}

export const currencyIds = { RUB: 1, TON: 2 } as const
/** Currency of a response whose sender named no currency (§9). */
export const defaultResponseCurrency = 'TON'

/** Sort orders of a listing's responses; `default` sorts by place. The chosen response always comes first. */
export const responseSortings = ['default', 'cheap', 'rating', 'new'] as const
export type ResponseSorting = (typeof responseSortings)[number]
/** Groups of a listing's responses. Declined responses are shown only in the group `declined`. */
export const responseGroups = ['all', 'shortlisted', 'declined'] as const
export type ResponseGroup = (typeof responseGroups)[number]

/** Operating systems from which the mini-app is opened, as its browser names them. */
export const devices = ['ios', 'android', 'macos', 'windows', 'linux'] as const
export type Device = (typeof devices)[number]

/**
 * Steps of the funnel that can lag, and what the author of a listing can change; texts `funnel.lag.<lag>`,
 * `funnel.how.<kind>`.
 */
export const lags = ['opened', 'responded'] as const
export type Lag = (typeof lags)[number]
export const adviceKinds = ['text', 'price', 'questions'] as const

/** Notification frequencies of a saved search; texts `searches.frequency.<frequency>`. */
export const searchFrequencies = ['at_once', 'hourly', 'daily'] as const
export type SearchFrequency = (typeof searchFrequencies)[number]
