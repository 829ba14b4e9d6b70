import { z } from 'zod'
import { limits } from '../limits.ts'
import { paymentKinds } from '../states.ts'
import { defineCalls } from './call.ts'
import { OptionalCallerId, OrderId, ReferenceId, ResponseId, UserId, VacancyId } from './ids.ts'
import { PlacementPeriod } from './listing-fields.ts'
import { Invoice, PaymentOutcome } from './shapes.ts'

/** Fields of the provider's call, under the provider's names. The provider's client in services validates them. */
const ProviderNotice = z.object({}).catchall(z.unknown())

/**
 * Return of the payer's browser from the payment page, by GET or POST. The shop's settings at the provider choose the
 * method.
 */
const fromPaymentPage = {
  access: 'anyone',
  reply: z.string(),
  as: 'redirect',
  added: 'the browser returns from the payment page (#111)',
} as const

const fromProvider = {
  access: 'provider',
  reply: z.string(),
  as: 'text',
  errors: ['provider_refused'],
  added: 'the provider tells that money came (#111)',
} as const

export const paymentCalls = defineCalls({
  'POST /pay/generate-payment-robokassa': {
    access: { self: 'body.author_id' },
    body: z.object({
      author_id: OptionalCallerId,
      amount: z.union([z.number(), z.string().max(20)]).optional(),
      description: z.string().max(1000).optional(),
      payment_method: z.string().max(64).optional(),
      currency: z.string().max(8).optional(),
      /** Name of the Telegram client: apps from an app store may have to pay with Stars (#121). */
      platform: z.string().max(32).optional(),
      project_id: OrderId.optional(),
      vacancy_id: VacancyId.optional(),
      response_id: ResponseId.optional(),
      payment_type: z.enum(paymentKinds),
    }),
    reply: Invoice,
    errors: ['not_owner', 'not_found', 'amount_mismatch', 'already_paid', 'wrong_state'],
    idempotent: true,
  },
  'POST /pay/check': {
    access: 'user',
    /** Listing or response that was paid for. If none is named, the call checks the caller's latest payment. */
    body: z.object({
      project_id: OrderId.optional(),
      vacancy_id: VacancyId.optional(),
      response_id: ResponseId.optional(),
    }),
    reply: PaymentOutcome,
    errors: ['not_found'],
    added: 'a payer learns that the bank has refused, which no page of the provider can tell us (#111)',
  },
  'GET /pay/publication-status/:userId': {
    access: { self: 'params.userId' },
    params: z.object({ userId: UserId }),
    /**
     * Purchase whose price the caller asks for. Old clients send no parameter and get the price of an order in any
     * category.
     */
    query: z.object({
      payment_type: z.enum(['project', 'vacancy']).default('project'),
      category_id: ReferenceId.optional(),
      placement_period: PlacementPeriod.default(limits.placementDays.default),
    }),
    reply: z.object({
      button_text: z.string(),
      price: z.number(),
      currency: z.string(),
      is_free: z.boolean(),
      /** Periods sold in the category, shortest first, with days and price in roubles. */
      periods: z.array(z.object({ days: z.int(), price: z.number() })),
      /** Number of listings that the caller may still create within 24 hours, and the limit. */
      posts_today: z.object({ left: z.int(), most: z.int() }),
      deep_links: z.object({ project_template: z.string(), vacancy_template: z.string() }),
    }),
    errors: ['not_owner'],
  },
  'GET /pay/robokassa/result': { query: ProviderNotice, ...fromProvider },
  'POST /pay/robokassa/result': { body: ProviderNotice, ...fromProvider },
  'GET /pay/robokassa/success': { query: ProviderNotice, ...fromPaymentPage },
  'POST /pay/robokassa/success': { body: ProviderNotice, ...fromPaymentPage },
  'GET /pay/robokassa/fail': { query: ProviderNotice, ...fromPaymentPage },
  'POST /pay/robokassa/fail': { body: ProviderNotice, ...fromPaymentPage },
})
