import { correctWords, isAllKnown, isSameWords } from '#contract/spelling/corrections.ts'
import type { Db } from '#db/index.ts'
import { marketVocabulary } from './vocabulary.ts'

/** Fewest results with which the search words are taken as meant. */
const enoughResults = 3
/** Times as many results that corrected words need, if the words as typed find something. */
const clearlyMore = 3
/** Most searches with corrected words. */
const mostTries = 3

/** Result of a search. `corrected` are the words by which it was found, if they are not those that were typed. */
export type Corrected<Found> = { found: Found; corrected?: string | undefined }

/**
 * Searches by the words as typed. If they find nothing or little, searches by the same words without mistakes. Every
 * search of the product that forgives mistakes is made here; saved searches and alerts are exact.
 * @param isWritten false if no text at all has the words, where asking this costs less than the search. It is asked
 * about words that the vocabulary does not know; those that are not written are not searched.
 */
export async function searchCorrected<Found extends { pagination: { total: number } }>(
  ctx: { db: Db; now: () => Date },
  typed: string,
  search: (words: string) => Promise<Found>,
  isWritten: (words: string) => Promise<boolean> = async () => true,
): Promise<Corrected<Found>> {
  const vocabulary = await marketVocabulary(ctx)
  const searchWritten = async (words: string) =>
    isAllKnown(words, vocabulary) || (await isWritten(words)) ? search(words) : undefined
  const found = await searchWritten(typed)
  const total = found?.pagination.total ?? 0
  if (found && total >= enoughResults) return { found }
  const candidates = correctWords(typed, vocabulary, total > 0)
  for (const corrected of candidates.slice(0, mostTries)) {
    const better = await searchWritten(corrected)
    if (better && better.pagination.total > total * clearlyMore)
      return { found: better, corrected: isSameWords(corrected, typed) ? undefined : corrected }
  }
  return { found: found ?? (await search(typed)) }
}
