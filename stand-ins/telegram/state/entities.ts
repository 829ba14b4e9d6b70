import type { Entity } from './types.ts'

const wordCharacters = '\\p{L}\\p{M}\\d_'
/** Regular expression for the start of a link without a scheme. The link is not inside a word, an address or a path. */
const start = `(?<![${wordCharacters}@/.:-])`
/** Regular expression for the rest of a link. Trailing punctuation does not belong to the link. */
const addressRestPattern = `[^\\s<>"«»“”]*[^\\s<>"«»“”.,;:!?'()\\[\\]{}…]`
/** Top-level domains that make a word without a scheme a link. Telegram's list is longer. */
const domains =
  'com|net|org|dog|info|biz|pro|name|ru|su|рф|ua|by|kz|uz|uk|de|fr|es|it|eu|us|io|me|co|ai|tv|dev|app|xyz|online|site|store|shop|tech|link|club|blog|moscow|москва'

const patterns: [type: string, pattern: RegExp][] = [
  ['email', new RegExp(`(?<![${wordCharacters}.+-])[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+`, 'gu')],
  ['url', new RegExp(`(?<![${wordCharacters}])(?:https?|ftp|tg|ton)://${addressRestPattern}`, 'giu')],
  [
    'url',
    new RegExp(
      `${start}(?:[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?\\.)+(?:${domains})(?![${wordCharacters}.-]*[${wordCharacters}])(?::\\d{1,5})?(?:[/?#](?:${addressRestPattern})?)?`,
      'giu',
    ),
  ],
  [
    'bot_command',
    new RegExp(
      `(?<![${wordCharacters}/<>])/[a-zA-Z0-9_]{1,32}(?:@\\w{3,32})?(?![${wordCharacters}/<>])`,
      'gu',
    ),
  ],
  ['mention', new RegExp(`(?<![${wordCharacters}@])@[a-zA-Z0-9_]{4,32}(?![${wordCharacters}])`, 'gu')],
  [
    'hashtag',
    new RegExp(
      `(?<![${wordCharacters}#@])#(?=[${wordCharacters}]*[\\p{L}_])[${wordCharacters}]{1,256}`,
      'gu',
    ),
  ],
]

/** Finds links, commands and mentions as Telegram does, outside the given entities. */
export function detectEntities(text: string, givenEntities: Entity[] = []): Entity[] {
  const entities: Entity[] = [...givenEntities]
  const isTaken = (from: number, to: number) =>
    entities.some(({ type, offset, length }) => isOpaque(type) && from < offset + length && offset < to)
  for (const [type, pattern] of patterns)
    for (const match of text.matchAll(pattern)) {
      if (isTaken(match.index, match.index + match[0].length)) continue
      entities.push({ type, offset: match.index, length: match[0].length })
    }
  return entities.sort((a, b) => a.offset - b.offset || b.length - a.length)
}

const transparentTypes = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'blockquote',
  'expandable_blockquote',
]

/** True for entity types inside which Telegram detects no further entities. */
const isOpaque = (type: string) => !transparentTypes.includes(type)
