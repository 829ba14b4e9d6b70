import { z } from 'zod'
import type { ListingKind } from '../lifecycle.ts'
import type { Call } from './call.ts'
import { Flag } from './fields.ts'
import { OptionalCallerId, OrderId, VacancyId } from './ids.ts'
import { OrderFields, VacancyFields } from './listing-fields.ts'
import { Order, Vacancy } from './listing-shapes.ts'

/**
 * Calls of old clients that each edit one field of a listing: the field's name in the call's path, and the stored field
 * that the call changes. A client sends the value under the name in the path, under the stored field's name, or under
 * the literal key `field` or `value` (#45).
 */
export const edits = {
  order: {
    title: 'title',
    // An order has no column `description`, so the call for `description` writes `subtitle` (#46).
    description: 'subtitle',
    subtitle: 'subtitle',
    format: 'format',
    price: 'price',
    deadline: 'deadline',
    min_stake: 'min_stake',
    max_stake: 'max_stake',
    category_id: 'category_id',
    payment_format: 'payment_format',
    required_experience: 'required_experience',
    region: 'region',
    language: 'language',
    is_published: 'is_published',
  },
  vacancy: {
    title: 'title',
    description: 'description',
    work_format: 'work_format',
    location: 'location',
    schedule: 'schedule',
    experience: 'experience',
    hourly_rate: 'hourly_rate',
    responsibilities: 'responsibilities',
    requirements: 'requirements',
    additional_info: 'additional_info',
    conditions: 'conditions',
    important_info: 'important_info',
    response_price: 'response_price',
    mandatory_tasks: 'mandatory_tasks',
    work_conditions: 'work_conditions',
    // In the call that edits `nice_to_have`, old clients also send `important_notes` and `is_published`. Each value is
    // written to the field of its own name (#49).
    nice_to_have: 'nice_to_have',
    important_notes: 'important_notes',
    is_published: 'is_published',
  },
} as const

/** Fields that edit calls may write. `is_published` is not a stored column; writing it shows or hides the listing. */
export const editable: Record<ListingKind, Record<string, z.ZodType>> = {
  order: { ...OrderFields.shape, is_published: Flag.optional() },
  vacancy: { ...VacancyFields.shape, is_published: Flag.optional() },
}

/** Fields that old clients send together with another field, in the edit call of that other field (#49). */
export const sharedFields: Record<string, readonly string[]> = {
  nice_to_have: ['nice_to_have', 'important_notes', 'is_published'],
}

type Edit<Answer> = Omit<Call, 'reply' | 'body'> & {
  access: { owner: `body.${string}`; self: `body.${string}` }
  body: z.ZodObject
  reply: Answer
}
type Names<K extends ListingKind> = keyof (typeof edits)[K] & string
export type OrderEdit = `POST /api/projects/edit_project_${Names<'order'>}`
export type VacancyEdit = `POST /api/vacancy/edit_${'vacancy_' | ''}${Names<'vacancy'>}`
export type EditCalls = { [K in OrderEdit]: Edit<typeof Order> } & {
  [K in VacancyEdit]: Edit<typeof Vacancy>
}

/**
 * Path prefixes of edit calls by kind of listing. The first prefix is the specification's, further prefixes are aliases
 * (#48).
 */
export const editPrefixes = {
  order: ['POST /api/projects/edit_project_'],
  vacancy: ['POST /api/vacancy/edit_vacancy_', 'POST /api/vacancy/edit_'],
} as const

const fieldsAddedLater = new Set(['subtitle', 'important_notes'])

function isAddedField(kind: ListingKind, name: string, prefix: string): boolean {
  return (
    prefix !== editPrefixes[kind][0] ||
    fieldsAddedLater.has(name) ||
    (kind === 'vacancy' && name === 'is_published')
  )
}

function edit(kind: ListingKind, name: string, field: string, prefix: string): Call {
  const [id, author] = kind === 'order' ? ['project_id', 'client_id'] : ['vacancy_id', 'author_id']
  const fields = [name, field, ...(sharedFields[name] ?? [])]
  const fieldSchemas = Object.fromEntries(
    fields.map((key) => [key, editable[kind][key] ?? editable[kind][field]]),
  )
  return {
    access: { owner: `body.${id}`, self: `body.${author}` },
    body: z.object({
      ...fieldSchemas,
      field: z.unknown().optional(),
      value: z.unknown().optional(),
      [`${id}`]: kind === 'order' ? OrderId : VacancyId,
      [`${author}`]: OptionalCallerId,
    }),
    reply: kind === 'order' ? Order : Vacancy,
    errors: [
      ...['on_moderation', 'not_paid', 'rejected', 'wrong_state'],
      ...['category_dearer', 'payment_pending', 'resubmissions_over'],
    ] as Call['errors'],
    ...(isAddedField(kind, name, prefix) && {
      added: 'the correct twin of a call of the specification (C8)',
    }),
  }
}

/** All edit calls, each with the listing field that the call writes. */
export const editRows = (['order', 'vacancy'] as const).flatMap((kind) =>
  editPrefixes[kind].flatMap((prefix) =>
    Object.entries(edits[kind]).map(([name, field]) => ({
      call: `${prefix}${name}`,
      kind,
      name,
      field,
      prefix,
    })),
  ),
)

export const editCalls = Object.fromEntries(
  editRows.map(({ call, kind, name, field, prefix }) => [call, edit(kind, name, field, prefix)]),
) as EditCalls
