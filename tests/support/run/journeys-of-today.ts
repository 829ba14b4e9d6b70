import { globSync } from 'node:fs'
import { oneIn } from './share.ts'

/** Journeys of every run: money, publication, deals, support, and screenshots. */
const always = [
  'deal-in-bot',
  'every-screen',
  'guard',
  'older-engines',
  'outside-telegram',
  'paid-order',
  'pixel-baselines',
  'support',
].map((name) => `tests/journeys/${name}.test.ts`)

/** Files of journeys for this run: the fixed ones and a fifth of the others. */
export function journeysOfToday(asked: string[]): string[] {
  const every = globSync('tests/journeys/*.test.ts').sort()
  if (asked.some((word) => word.includes('journeys'))) return every
  const others = every.filter((file) => !always.includes(file))
  return [...always, ...oneIn(5, others)]
}
