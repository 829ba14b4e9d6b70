import type { ListingKind } from '#contract/lifecycle.ts'

type Kind = {
  /** Name of the kind in the field `payment_type` of API calls about payments. */
  payment: 'project' | 'vacancy'
  /** Table with the long texts of listings of this kind. */
  texts: 'orders' | 'vacancies'
  page: 'order' | 'vacancy'
  /** Database columns in `listings` by field name in the API, for fields whose column has another name. */
  columns: Record<string, string>
  /** Names of API fields that are columns of the table with the long texts. */
  textColumns: readonly string[]
  /** Values of a new listing for fields that the author did not send. */
  defaults: { is_remote: boolean }
  /** Fields that an author may change without a review even after publication, because they cannot mislead readers. */
  trusted: readonly string[]
}

const trusted = ['deadline', 'tags', 'skills', 'language', 'is_remote']

/** Data in which orders and vacancies differ. The code is the same for both kinds of listing. */
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
