import type { Random } from '#tests/support/run/random.ts'
import { nouns, sentences, skills, towns } from './words.ts'

/** Generates the text of a response. The texts differ but share many phrases. */
export const responseText = (random: Random) =>
  `Здравствуйте! Делал ${random.of(nouns)} и ${random.of(nouns)}, работаю с ${random.of(skills)} и ${random.of(skills)}. ` +
  `${random.of(sentences)} Готов начать в понедельник, вот похожая работа: ${random.of(nouns)}, ${random.of(towns)}.`
