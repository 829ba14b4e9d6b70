import { authCalls } from './auth.ts'
import { chatCalls } from './chat.ts'
import { editCalls } from './edits.ts'
import { favoriteCalls } from './favorites.ts'
import { fileCalls } from './files.ts'
import { orderCalls } from './orders.ts'
import { paymentCalls } from './payments.ts'
import { referenceCalls } from './reference.ts'
import { responseCalls } from './responses.ts'
import { userCalls } from './users.ts'
import { vacancyCalls } from './vacancies.ts'

/** Every call of the product. */
export const calls = {
  ...authCalls,
  ...userCalls,
  ...orderCalls,
  ...vacancyCalls,
  ...responseCalls,
  ...editCalls,
  ...paymentCalls,
  ...favoriteCalls,
  ...fileCalls,
  ...chatCalls,
  ...referenceCalls,
}
export type Calls = typeof calls
