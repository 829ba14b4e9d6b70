import { parseStartParam, pathOf } from '#contract/deep-links.ts'
import type { Launch } from './launch.ts'

/** Returns the path of a new launch's deep link. `null` after a reload, because a link is followed only once. */
export function linkedPath({ isFresh, startParam }: Pick<Launch, 'isFresh' | 'startParam'>): string | null {
  return isFresh && startParam ? pathOf(parseStartParam(startParam)) : null
}
