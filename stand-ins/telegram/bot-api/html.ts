import type { Entity } from '../state/types.ts'
import { readDateTime } from './date-time.ts'
import { badRequest } from './errors.ts'

const entityTypes: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  a: 'text_link',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  'tg-emoji': 'custom_emoji',
  'tg-time': 'date_time',
}
const namedCharacters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }
const createError = (text: string) => badRequest(`can't parse entities: ${text}`)

interface OpenTag {
  tag: string
  type: string
  offset: number
  extraFields: Partial<Entity>
}

/**
 * Parses HTML parse mode into text and entities. Throws the errors of the real server. Offsets and lengths are in
 * UTF-16 units. Byte offsets in error texts are in UTF-8, as in TDLib.
 */
export function parseHtml(html: string): { text: string; entities: Entity[] } {
  let text = ''
  const entities: Entity[] = []
  const stack: OpenTag[] = []
  const byteOffset = (at: number) => Buffer.byteLength(html.slice(0, at))
  let at = 0
  while (at < html.length) {
    const char = html[at] as string
    if (char === '&') {
      const match = /^&(?:#(\d+)|#x([\da-f]+)|(\w+));?/i.exec(html.slice(at, at + 12))
      const code = match?.[1] ? Number(match[1]) : match?.[2] ? Number.parseInt(match[2], 16) : 0
      const decoded = code ? String.fromCodePoint(code) : namedCharacters[match?.[3] ?? '']
      text += decoded ?? '&'
      at += decoded && match ? match[0].length : 1
      continue
    }
    if (char !== '<') {
      text += char
      at++
      continue
    }
    const end = html.indexOf('>', at)
    if (end < 0) throw createError(`Unclosed start tag at byte offset ${byteOffset(at)}`)
    const tagText = html.slice(at + 1, end)
    if (tagText.startsWith('/')) close(tagText.slice(1).trim().toLowerCase())
    else open(tagText)
    at = end + 1
  }
  const unclosed = stack.at(-1)
  if (unclosed) throw createError(`Can't find end tag corresponding to start tag "${unclosed.tag}"`)
  return trim(text, entities)

  function open(tagText: string) {
    const tag = /^[^\s/]*/.exec(tagText)?.[0].toLowerCase() ?? ''
    const type = entityTypes[tag]
    if (!type) throw createError(`Unsupported start tag "${tag}" at byte offset ${byteOffset(at)}`)
    const attributes = Object.fromEntries(
      [...tagText.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map((match) => [
        match[1],
        parseAttribute(match[2] ?? match[3] ?? match[4] ?? ''),
      ]),
    )
    if (tag === 'span' && attributes.class !== 'tg-spoiler')
      throw createError(`Tag "span" must have class "tg-spoiler" at byte offset ${byteOffset(at)}`)
    const language = /^language-(.+)$/.exec(attributes.class ?? '')?.[1]
    const extraFields =
      tag === 'a'
        ? { url: attributes.href }
        : tag === 'tg-time'
          ? readDateTime(attributes.unix, attributes.format, createError)
          : language
            ? { language }
            : {}
    const expandable = tag === 'blockquote' && /\bexpandable\b/.test(tagText)
    stack.push({ tag, type: expandable ? 'expandable_blockquote' : type, offset: text.length, extraFields })
  }

  function close(name: string) {
    const openTag = stack.pop()
    if (!openTag) throw createError(`Unexpected end tag at byte offset ${byteOffset(at)}`)
    if (name && name !== openTag.tag)
      throw createError(
        `Unmatched end tag at byte offset ${byteOffset(at)}, expected "</${openTag.tag}>", found "</${name}>"`,
      )
    const length = text.length - openTag.offset
    if (length === 0) return
    const { type, offset, extraFields } = openTag
    if (openTag.tag === 'a' && !isLink(extraFields.url ?? text.slice(offset))) return
    if (openTag.tag === 'a') extraFields.url ??= text.slice(offset)
    entities.push({ type, offset, length, ...extraFields })
  }
}

const parseAttribute = (value: string) =>
  value.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => namedCharacters[name] ?? '')
const isLink = (url: string) => /^(https?|tg|ton|mailto|tel):|^[\w-]+(\.[\w-]+)+(\/|$)/i.test(url)

/** Trims the text as Telegram does, and shifts the entities' offsets. */
function trim(text: string, entities: Entity[]) {
  const trimmedText = text.trim()
  const shift = text.length - text.trimStart().length
  const shifted = entities.flatMap((entity) => {
    const from = Math.max(entity.offset - shift, 0)
    const to = Math.min(entity.offset - shift + entity.length, trimmedText.length)
    return to > from ? [{ ...entity, offset: from, length: to - from }] : []
  })
  return { text: trimmedText, entities: shifted.sort((a, b) => a.offset - b.offset || b.length - a.length) }
}
