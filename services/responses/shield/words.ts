import { fold } from '#services/checks/skeleton.ts'

/** The words of a text without disguise: look-alike letters are one, signs and numbers are gone. */
export function wordsOf(text: string): string[] {
  return fold(text).text.match(/\p{L}+/gu) ?? []
}
