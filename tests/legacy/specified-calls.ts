import { entrySteps, referenceSteps } from './entry-calls.ts'
import { orderRemoval, orderSteps } from './order-calls.ts'
import { leavingSteps, peopleSteps } from './people-calls.ts'
import { profileSteps } from './profile-calls.ts'
import type { Name, Step } from './step.ts'
import { favoriteSteps, talkSteps } from './talk-calls.ts'
import { vacancyRemoval, vacancySteps } from './vacancy-calls.ts'

/** Telegram ids of the people in the replay. Olga is the admin in the configuration. */
export const accounts: Record<Name, number> = {
  anna: 7_000_300_001,
  boris: 7_000_300_002,
  vera: 7_000_300_003,
  gleb: 7_000_300_004,
  olga: 5_000_000_000_000_001,
}

/**
 * Every call of the specification, exactly as written there, in a plausible order. People arrive, fill in their
 * profiles, create an order and a vacancy, respond, chat and leave.
 */
export const story: Step[] = [
  ...referenceSteps,
  ...(Object.keys(accounts) as Name[]).flatMap((name) => entrySteps(name, accounts[name])),
  ...profileSteps,
  ...peopleSteps,
  ...orderSteps,
  ...vacancySteps,
  ...favoriteSteps,
  ...talkSteps,
  ...orderRemoval,
  ...vacancyRemoval,
  ...leavingSteps,
]
