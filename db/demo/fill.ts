import type { Tx } from '../index.ts'
import { fillPeople } from './people.ts'

/** Adds the demo market: people, orders and vacancies in every state, dated from `now`. */
export async function fillDemo(tx: Tx, now: Date): Promise<void> {
  await fillPeople(tx, now.toISOString())
}
