import { z } from 'zod'
import { type Language, languages } from '../languages.ts'
import { paymentKinds } from '../states.ts'
import { defineCalls } from './call.ts'
import { Confirmation } from './confirmation-shapes.ts'
import { Flag, Money, name } from './fields.ts'
import { byId, CategoryId } from './ids.ts'
import { Time } from './scalars.ts'

const added = 'specialities and prices are the operator’s data (#113, #158)'

/** One field per language. */
function inEach<T extends z.ZodType>(field: T) {
  return z.object(Object.fromEntries(languages.map((code) => [code, field])) as Record<Language, T>)
}

export const AdminCategory = z.object({
  id: z.int(),
  /** Null = a group of specialities. */
  parent_id: z.int().nullable(),
  names: inEach(z.string()),
  /** Closed for new choices since this time; existing listings and people stay. */
  closed_at: Time.nullable(),
  listings: z.int(),
  people: z.int(),
})

/** A price; never changed, only replaced by a later one. */
export const AdminTariff = z.object({
  id: z.int(),
  product: z.enum(paymentKinds),
  category: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Null for a boost. */
  period_days: z.int().nullable(),
  /** In roubles. */
  amount: z.number(),
  valid_from: Time,
  state: z.enum(['now', 'later', 'past']),
  /** Number of paid payments with it. */
  sold: z.int(),
})

const Names = z.object({ names: inEach(name(2, 60)) })

const onCategory = {
  access: 'admin',
  params: byId(CategoryId),
  reply: AdminCategory,
  errors: ['not_found'],
  added,
} as const

/** Directories maintained by admins: categories and prices. */
export const adminDirectoryCalls = defineCalls({
  'GET /api/admin/categories': { access: 'admin', reply: z.array(AdminCategory), added },
  'POST /api/admin/categories': {
    access: 'admin',
    /** Without a parent it is a new group. */
    body: Names.extend({ parent_id: CategoryId.nullable() }),
    reply: AdminCategory,
    errors: ['not_found'],
    added,
  },
  'POST /api/admin/categories/:id/names': { ...onCategory, body: Names },
  'POST /api/admin/categories/:id/closed': { ...onCategory, body: z.object({ is_closed: Flag }) },
  'GET /api/admin/tariffs': { access: 'admin', reply: z.array(AdminTariff), added },
  'POST /api/admin/tariffs': {
    access: 'admin',
    body: z.object({
      product: z.enum(paymentKinds),
      /** Null = every speciality without a price of its own. */
      category_id: CategoryId.nullish(),
      /** Required for a publication; absent for a boost. */
      period_days: z.coerce.number().int().min(1).max(366).nullish(),
      amount: Money,
      /** Date in Moscow from which it applies; null means immediately. */
      valid_from: z.iso.date().nullish(),
    }),
    reply: Confirmation,
    errors: ['not_found', 'invalid_input', 'bot_unreachable'],
    added,
  },
})
