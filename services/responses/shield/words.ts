import { fold } from '#services/checks/skeleton.ts'

/** Words of a text without disguise: look-alike letters are unified, signs and numbers removed. */
export function wordsOf(text: string): string[] {
  return fold(text).text.match(/\p{L}+/gu) ?? []
}
