import { globSync } from 'node:fs'
import { everyNth } from './share.ts'

/** Journeys of every run: money, publication, deals, support, and screenshots. */
const everyRun = [
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
export function journeysOfToday(filters: string[]): string[] {
  const allFiles = globSync('tests/journeys/*.test.ts').sort()
  if (filters.some((word) => word.includes('journeys'))) return allFiles
  const otherFiles = allFiles.filter((file) => !everyRun.includes(file))
  return [...everyRun, ...everyNth(5, otherFiles)]
}
