import { parseStartParam, pathOf } from '#contract/deep-links.ts'
import type { Launch } from './launch.ts'

/** Where the link of a new launch leads. It is followed once, so a reload has none. */
export function linkedPath({ isFresh, startParam }: Pick<Launch, 'isFresh' | 'startParam'>): string | null {
  return isFresh && startParam ? pathOf(parseStartParam(startParam)) : null
}
