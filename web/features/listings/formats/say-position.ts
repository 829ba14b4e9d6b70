import type { Translate } from '#web/client/i18n-runtime.ts'

/** Keys of the positions that have a word of their own. */
const keysOfWords = ['position.1', 'position.2', 'position.3'] as const

/** Says the position of a response in the author's list, such as «второй» or «12-й». Positions begin with 1. */
export function sayPosition(t: Translate, place: number): string {
  const key = keysOfWords[place - 1]
  return key ? t(key) : t('position.next', { place })
}
