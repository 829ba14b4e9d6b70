import { limits } from '#contract/limits.ts'

/** Patterns of introductory phrases before the request itself. Several phrases may follow each other. */
const openings = [
  /^[^\p{L}\p{N}$]+/u,
  /^#\p{L}+\s*/u,
  /^(?:всем|ребят[аы]?|коллеги|привет\p{L}*|здравствуйте|добр(?:ый|ого|ое) (?:день|дня|вечер|утро|времени суток)|хелп|нужна помощь[!.,]|(?:office|on-site) in \p{L}+|не удал[её]н\p{L}*|помогите|hi|hello|hey|hiring|pls|please|everyone|there|кто (?:может|умеет)|can anyone|someone make me|заказ\.|задача:|task:|up[!.:])(?!\p{L})[\s,.!:)]*/iu,
  /^(?:очень )?(?:срочно|urgent:?|sos|asap)[\s,!:]*/iu,
  /^(?:мне |нам |i |i'm |we |am )*(?:нуж[еы]?н[аоы]?|нид|надо|необходимо|требуется|требуются|ищу|ищю|ищем|хочу заказать|хотим заказать|ищется|we want to order|want to order|need|needs?|looking for|lf|wanted)(?: (?:an?|the|того кто сделает|человека, который сделает нам|someone who can build|someone who can build|someone to))?(?!\p{L})[\s:,]*/iu,
  /^(?:сделать|сделайте(?: мне)?|разработать|написать|придумать|нарисовать|составить|build|make|an?)(?: (?:an?|me an?))?(?!\p{L})\s+/iu,
]
const cut =
  /[.,;:(!?\n#)]|\sплиз|\s(?:бюджет|бютжет|budget)|\s-\s|\s\p{Extended_Pictographic}|\p{Extended_Pictographic}/u

const person = /^((?:\p{L}+ )?\p{L}+(?:[еёо]р|ик|ист|лог|аф))а(?!\p{L})/iu

/**
 * Turns a requested person or thing into the nominative: "Ищу дизайнера" gives «дизайнер», "написать инструкцию" gives
 * «инструкция».
 */
function nominative(title: string, isPerson: boolean): string {
  const role = isPerson ? title.replace(person, '$1') : title
  return role
    .replace(/^личного /iu, 'Личный ')
    .replace(/^(\p{L}+ци)ю(?!\p{L})/iu, '$1я')
    .replace(/^(\p{L}{3,}[^аеиоуыэюя\P{L}])у(?!\p{L})/iu, '$1а')
}

/** Title for a text: the first words of its request, up to a punctuation mark, the price or the deadline. */
export function titleOf(text: string, stops: string[]): string {
  for (const line of text.split(/\n|(?<=[.!?])\s+/)) {
    let rest = line.trim()
    let isPerson = false
    for (let before = ''; before !== rest; ) {
      before = rest
      const openingPattern = openings.find((one) => one.test(rest))
      isPerson ||= /^(?:ищу|ищю|ищем|отзовитесь)/iu.test(rest)
      if (openingPattern) rest = rest.replace(openingPattern, '')
    }
    rest = nominative(rest, isPerson)
    const lower = rest.toLowerCase()
    const ends = stops
      .filter(Boolean)
      .map((stop) => lower.indexOf(stop))
      .filter((at) => at >= 0)
    const stop = cut.exec(rest)?.index ?? rest.length
    const title = rest
      .slice(0, Math.min(stop, ...ends))
      .trimEnd()
      .replace(/\s(?:до|к|за|по|на|up to|by|for|in|from|от)$/iu, '')
      .trim()
    if (title.length >= limits.title.min && /\p{L}{3}/u.test(title))
      return title.slice(0, 1).toUpperCase() + title.slice(1, limits.title.max)
  }
  return ''
}
