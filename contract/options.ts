/** Options of filters and forms (§2); their words are texts `option.*`. */

/** Experience buckets with the years they cover; filters match by overlap because 1-2 and 1-3 do. */
export const experience = {
  none: [0, 0],
  lt1: [0, 1],
  y1_2: [1, 2],
  y1_3: [1, 3],
  y3_6: [3, 6],
  gt6: [6, 60],
} as const satisfies Record<string, readonly [number, number]>
export type Experience = keyof typeof experience

/** How the work is paid. */
export const paymentFormats = ['fixed', 'hourly'] as const
/** How much of a person's time the work takes. */
export const jobTypes = ['project', 'part_time', 'full_day'] as const
export const sortings = ['newest', 'high_budget', 'low_budget', 'min_competition', 'close_deadline'] as const
export const competitionLevels = ['low', 'medium', 'high'] as const
export const languages = ['ru', 'en'] as const
export type Language = (typeof languages)[number]
/** Language of the work itself, as an author states it. */
export const workLanguages = ['ru', 'en', 'any'] as const

export type PaymentFormat = (typeof paymentFormats)[number]
export type JobType = (typeof jobTypes)[number]
export type Sorting = (typeof sortings)[number]
export type CompetitionLevel = (typeof competitionLevels)[number]

/** Responses up to and including which competition counts as the level. */
export const competitionUpTo = { low: 5, medium: 15, high: Number.POSITIVE_INFINITY } as const

export function competition(responses: number): CompetitionLevel {
  return competitionLevels.find((level) => responses <= competitionUpTo[level]) ?? 'high'
}

export const currencyIds = { RUB: 1, TON: 2 } as const
/** Currency of a response when the freelancer names none (§9). */
export const defaultResponseCurrency = 'TON'
export const productName = { ru: 'Отклик', en: 'Otklik' } as const
