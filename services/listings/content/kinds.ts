import type { ListingKind } from '#contract/lifecycle.ts'

type Kind = {
  /** `payment_type` of the payment calls. */
  payment: 'project' | 'vacancy'
  /** Table of the long texts. */
  texts: 'orders' | 'vacancies'
  page: 'order' | 'vacancy'
  /** Wire names whose column in `listings` has another name. */
  columns: Record<string, string>
  /** Wire names that are columns of the text table. */
  textColumns: readonly string[]
  /** Defaults of a new listing. */
  defaults: { is_remote: boolean }
  /**
   * Fields that change at once even after publication, because they cannot mislead readers. All others are reviewed.
   */
  trusted: readonly string[]
}

const trusted = ['deadline', 'tags', 'skills', 'language', 'is_remote']

/** Differences between orders and vacancies, as data; everything else is shared code. */
export const kinds = {
  order: {
    payment: 'project',
    texts: 'orders',
    page: 'order',
    columns: {
      format: 'job_type',
      required_experience: 'experience',
      region: 'location',
      is_urgent: 'urgent',
    },
    textColumns: ['subtitle', 'questions'],
    defaults: { is_remote: true },
    trusted: [...trusted, 'format', 'required_experience'],
  },
  vacancy: {
    payment: 'vacancy',
    texts: 'vacancies',
    page: 'vacancy',
    columns: {
      hourly_rate: 'price',
      work_format: 'payment_format',
      schedule: 'job_type',
      is_urgent: 'urgent',
    },
    textColumns: [
      'description',
      'requirements',
      'responsibilities',
      'additional_info',
      'conditions',
      'work_conditions',
      'important_info',
      'important_notes',
      'nice_to_have',
      'mandatory_tasks',
      'questions',
      'response_price',
    ],
    defaults: { is_remote: false },
    trusted: [...trusted, 'schedule', 'experience', 'keep_open', 'response_price'],
  },
} as const satisfies Record<ListingKind, Kind>
