import { expect, test } from 'vitest'
import {
  type ListingStatus,
  listingStatuses,
  type PaymentState,
  paymentStates,
  type ResponseStatus,
  responseStatuses,
} from './lifecycle.ts'
import { type Finding, findings } from './options.ts'
import admin_en from './texts/en/admin.json' with { type: 'json' }
import bot_en from './texts/en/bot.json' with { type: 'json' }
import rest_en from './texts/en/rest.json' with { type: 'json' }
import admin_ru from './texts/ru/admin.json' with { type: 'json' }
import bot_ru from './texts/ru/bot.json' with { type: 'json' }
import rest_ru from './texts/ru/rest.json' with { type: 'json' }

/**
 * Keys of texts that end with the name of a state. A missing text does not compile. An unused text makes this test
 * fail.
 */
type Named =
  | `admin.status.${ListingStatus}`
  | `myResponses.status.${ResponseStatus | 'closed'}`
  | `admin.payments.state.${PaymentState}`
  | `bot.payment.${PaymentState}`
  | `bot.moderation.flag.${Finding | 'clean'}`
const texts: Record<Named, string>[] = [
  { ...admin_ru, ...bot_ru, ...rest_ru },
  { ...admin_en, ...bot_en, ...rest_en },
]

test.each([
  ['admin.status.', listingStatuses],
  ['myResponses.status.', [...responseStatuses, 'closed']],
  ['admin.payments.state.', paymentStates],
  ['bot.payment.', paymentStates],
  ['bot.moderation.flag.', [...findings, 'clean']],
])('%s names every state and nothing else', (area, states) => {
  for (const languageTexts of texts) {
    const areaKeys = Object.keys(languageTexts).filter((key) => key.startsWith(area))
    expect(areaKeys.sort()).toEqual(states.map((state) => area + state).sort())
  }
})
