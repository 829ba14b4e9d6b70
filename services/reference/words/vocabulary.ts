import { createVocabulary, type Vocabulary } from '#contract/spelling/vocabulary.ts'
import type { Db } from '#db/index.ts'
import { skills } from '#db/reference/skills.ts'
import spellings from '#db/reference/words.json' with { type: 'json' }
import { perDb } from '#services/core/cache.ts'

/** Milliseconds for which each process caches the words of the market. */
const cacheMs = 30 * 60_000
/** Milliseconds after which words that could not be read are read again. */
const retryMs = 60_000

type Clock = { db: Db; now: () => Date }
const cachedVocabulary = perDb<{ vocabulary?: Promise<Vocabulary>; until: number }>(() => ({ until: 0 }))

/**
 * Words of the market: trades and their other spellings, skills, categories, and words of titles. Search words are
 * corrected to them. While newer words are read, searches go on with the older ones, also if the reading fails.
 */
export function marketVocabulary({ db, now }: Clock): Promise<Vocabulary> {
  const cached = cachedVocabulary({ db })
  const { vocabulary: earlier, until } = cached
  const time = now().getTime()
  if (earlier && time < until && time > until - 2 * cacheMs) return earlier
  const newer = readVocabulary(db)
  cached.until = time + cacheMs
  cached.vocabulary = earlier ?? newer
  newer.then(
    () => {
      cached.vocabulary = newer
    },
    () => {
      cached.vocabulary = earlier
      cached.until = time + retryMs
    },
  )
  return cached.vocabulary
}

async function readVocabulary(db: Db): Promise<Vocabulary> {
  const [categories, titleWords] = await Promise.all([
    db.selectFrom('categories').select('names').execute(),
    db.selectFrom('search_words').selectAll().orderBy('listings', 'desc').orderBy('word').execute(),
  ])
  const categoryWords = categories
    .flatMap(({ names }) => Object.values(names))
    .map((shown) => ({ shown, isSure: true, count: 0 }))
  const words = titleWords.map(({ word, listings }) => ({ shown: word, isSure: false, count: listings }))
  return createVocabulary(
    [...categoryWords, ...words],
    [
      ...Object.entries(spellings).map(([name, others]) => ({ name, others })),
      ...skills.map(({ name, keys }) => ({ name, others: keys.slice(1) })),
    ],
  )
}
