import type { Survivor } from './survivor.ts'

/** Words that people write, and words that they read. */
export const briefSurvivors: Survivor[] = []
