import i18next, { type i18n, type TFunction } from 'i18next'
import { createContext, use, useSyncExternalStore } from 'react'

/** What a part of the page speaks with; the server's pages have one for each language. */
export const Words = createContext<i18n>(i18next)

type Spoken = { t: TFunction; listen: (say: () => void) => () => void }
const known = new WeakMap<i18n, Spoken>()

/** One `t` until the language changes or texts are added, so that whoever keeps it is told by a new one. */
function spokenBy(words: i18n): Spoken {
  const found = known.get(words)
  if (found) return found
  const sayers = new Set<() => void>()
  const anew = () => ((...all: Parameters<TFunction>) => words.t(...all)) as TFunction
  const listen = (say: () => void) => {
    sayers.add(say)
    return () => void sayers.delete(say)
  }
  const spoken: Spoken = { t: anew(), listen }
  const change = () => {
    spoken.t = anew()
    for (const say of sayers) say()
  }
  words.on('languageChanged', change)
  words.store?.on('added', change)
  known.set(words, spoken)
  return spoken
}

/** The texts in the language of now; whoever uses it is drawn anew when that or the texts change. */
export function useTranslation(): { t: TFunction; i18n: i18n } {
  const words = use(Words)
  const spoken = spokenBy(words)
  const now = () => spoken.t
  return { t: useSyncExternalStore(spoken.listen, now, now), i18n: words }
}
