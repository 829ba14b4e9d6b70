import type { Entity } from './types.ts'

const patterns: [type: string, pattern: RegExp][] = [
  ['url', /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g],
  ['url', /(?<![\w/.])(?:t\.me|telegram\.me)\/[^\s<>"]+[^\s<>".,;:!?)]/g],
  ['email', /(?<![\w.])[\w.+-]+@[\w-]+\.[\w.-]+\w/g],
  ['bot_command', /(?<![\w/])\/[a-zA-Z0-9_]{1,32}(?:@\w+)?/g],
  ['mention', /(?<![\w@])@\w{4,32}/g],
  ['hashtag', /(?<!\w)#[\p{L}_][\p{L}\d_]*/gu],
]

/** Links, commands and mentions that Telegram finds by itself, outside the entities given. */
export function detectEntities(text: string, given: Entity[] = []): Entity[] {
  const found: Entity[] = [...given]
  const taken = (from: number, to: number) =>
    found.some(
      ({ type, offset, length }) =>
        type !== 'blockquote' && from < offset + length && offset < to && isOpaque(type),
    )
  for (const [type, pattern] of patterns)
    for (const match of text.matchAll(pattern)) {
      if (taken(match.index, match.index + match[0].length)) continue
      found.push({ type, offset: match.index, length: match[0].length })
    }
  return found.sort((a, b) => a.offset - b.offset || b.length - a.length)
}

/** Inside these, nothing else is looked for. */
const isOpaque = (type: string) => !['bold', 'italic', 'underline', 'strikethrough', 'spoiler'].includes(type)
