import { briefSurvivors } from './briefs.ts'
import { browserSurvivors } from './browser.ts'
import { listingSurvivors } from './listings.ts'
import { operationSurvivors } from './operations.ts'
import { peopleSurvivors } from './people.ts'
import type { Survivor } from './survivor.ts'

export const allSurvivors: Survivor[] = [
  ...operationSurvivors,
  ...listingSurvivors,
  ...peopleSurvivors,
  ...briefSurvivors,
  ...browserSurvivors,
]
