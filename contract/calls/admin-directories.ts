import { z } from 'zod'
import { type Language, languages } from '../languages.ts'
import { paymentKinds } from '../states.ts'
import { defineCalls } from './call.ts'
import { Confirmation } from './confirmation-shapes.ts'
import { Flag, Money, name } from './fields.ts'
import { byId, CategoryId } from './ids.ts'
import { Time } from './scalars.ts'

const addedReason = 'specialities and prices are the operator’s data (#113, #158)'

/** An object with one field per language of the product. */
function inEachLanguageField<T extends z.ZodType>(field: T) {
  return z.object(Object.fromEntries(languages.map((code) => [code, field])) as Record<Language, T>)
}

export const AdminCategory = z.object({
  id: z.int(),
  /** Id of the group that a speciality belongs to; null for a group. */
  parent_id: z.int().nullable(),
  names: inEachLanguageField(z.string()),
  /**
   * Time since which the category is closed: nobody can choose it any more, but existing listings and people keep it.
   */
  closed_at: Time.nullable(),
  listings: z.int(),
  people: z.int(),
})

/** A price of the platform. A stored price is never changed, only replaced by a later price. */
export const AdminTariff = z.object({
  id: z.int(),
  product: z.enum(paymentKinds),
  category: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Days of a publication; null for a boost. */
  period_days: z.int().nullable(),
  /** Price in roubles. */
  amount: z.number(),
  valid_from: Time,
  state: z.enum(['now', 'later', 'past']),
  /** Number of received payments at this price. */
  sold: z.int(),
})

const Names = z.object({ names: inEachLanguageField(name(2, 60)) })

const onCategory = {
  access: 'admin',
  params: byId(CategoryId),
  reply: AdminCategory,
  errors: ['not_found'],
  added: addedReason,
} as const

/** Directories maintained by admins: categories and prices. */
export const adminDirectoryCalls = defineCalls({
  'GET /api/admin/categories': { access: 'admin', reply: z.array(AdminCategory), added: addedReason },
  'POST /api/admin/categories': {
    access: 'admin',
    /** `parent_id`: the group of a new speciality; null creates a new group. */
    body: Names.extend({ parent_id: CategoryId.nullable() }),
    reply: AdminCategory,
    errors: ['not_found'],
    added: addedReason,
  },
  'POST /api/admin/categories/:id/names': { ...onCategory, body: Names },
  'POST /api/admin/categories/:id/closed': { ...onCategory, body: z.object({ is_closed: Flag }) },
  'GET /api/admin/tariffs': { access: 'admin', reply: z.array(AdminTariff), added: addedReason },
  'POST /api/admin/tariffs': {
    access: 'admin',
    body: z.object({
      product: z.enum(paymentKinds),
      /** Speciality that the price is for; null means every speciality without a price of its own. */
      category_id: CategoryId.nullish(),
      /** Days of a publication, required for a publication; absent for a boost. */
      period_days: z.coerce.number().int().min(1).max(366).nullish(),
      amount: Money,
      /** Date in Moscow from which the price applies; null means immediately. */
      valid_from: z.iso.date().nullish(),
    }),
    reply: Confirmation,
    errors: ['not_found', 'invalid_input', 'bot_unreachable'],
    added: addedReason,
  },
})
