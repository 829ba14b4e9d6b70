import { parseStartParam, pathOf } from '#contract/deep-links.ts'
import type { Launch } from './launch.ts'

/** Path of a new launch's deep link; `null` after a reload, because a link is followed once. */
export function linkedPath({ isFresh, startParam }: Pick<Launch, 'isFresh' | 'startParam'>): string | null {
  return isFresh && startParam ? pathOf(parseStartParam(startParam)) : null
}
