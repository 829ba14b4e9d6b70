import type { Entity } from '../state/types.ts'
import { dateTime } from './date-time.ts'
import { badRequest } from './errors.ts'

const types: Record<string, string> = {
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
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }
const fail = (text: string) => badRequest(`can't parse entities: ${text}`)

interface Open {
  tag: string
  type: string
  offset: number
  extra: Partial<Entity>
}

/**
 * Parses HTML parse mode into text and entities; throws the real server's errors. Offsets and lengths are
 * UTF-16 units; byte offsets in errors are UTF-8, as in TDLib.
 */
export function parseHtml(html: string): { text: string; entities: Entity[] } {
  let text = ''
  const entities: Entity[] = []
  const stack: Open[] = []
  const bytes = (at: number) => Buffer.byteLength(html.slice(0, at))
  let at = 0
  while (at < html.length) {
    const char = html[at] as string
    if (char === '&') {
      const match = /^&(?:#(\d+)|#x([\da-f]+)|(\w+));?/i.exec(html.slice(at, at + 12))
      const code = match?.[1] ? Number(match[1]) : match?.[2] ? Number.parseInt(match[2], 16) : 0
      const decoded = code ? String.fromCodePoint(code) : named[match?.[3] ?? '']
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
    if (end < 0) throw fail(`Unclosed start tag at byte offset ${bytes(at)}`)
    const inside = html.slice(at + 1, end)
    if (inside.startsWith('/')) close(inside.slice(1).trim().toLowerCase())
    else open(inside)
    at = end + 1
  }
  const left = stack.at(-1)
  if (left) throw fail(`Can't find end tag corresponding to start tag "${left.tag}"`)
  return trim(text, entities)

  function open(inside: string) {
    const tag = /^[^\s/]*/.exec(inside)?.[0].toLowerCase() ?? ''
    const type = types[tag]
    if (!type) throw fail(`Unsupported start tag "${tag}" at byte offset ${bytes(at)}`)
    const attributes = Object.fromEntries(
      [...inside.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map((found) => [
        found[1],
        parseAttribute(found[2] ?? found[3] ?? found[4] ?? ''),
      ]),
    )
    if (tag === 'span' && attributes.class !== 'tg-spoiler')
      throw fail(`Tag "span" must have class "tg-spoiler" at byte offset ${bytes(at)}`)
    const language = /^language-(.+)$/.exec(attributes.class ?? '')?.[1]
    const extra =
      tag === 'a'
        ? { url: attributes.href }
        : tag === 'tg-time'
          ? dateTime(attributes.unix, attributes.format, fail)
          : language
            ? { language }
            : {}
    const expandable = tag === 'blockquote' && /\bexpandable\b/.test(inside)
    stack.push({ tag, type: expandable ? 'expandable_blockquote' : type, offset: text.length, extra })
  }

  function close(name: string) {
    const last = stack.pop()
    if (!last) throw fail(`Unexpected end tag at byte offset ${bytes(at)}`)
    if (name && name !== last.tag)
      throw fail(
        `Unmatched end tag at byte offset ${bytes(at)}, expected "</${last.tag}>", found "</${name}>"`,
      )
    const length = text.length - last.offset
    if (length === 0) return
    const { type, offset, extra } = last
    if (last.tag === 'a' && !isLink(extra.url ?? text.slice(offset))) return
    if (last.tag === 'a') extra.url ??= text.slice(offset)
    entities.push({ type, offset, length, ...extra })
  }
}

const parseAttribute = (value: string) =>
  value.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => named[name] ?? '')
const isLink = (url: string) => /^(https?|tg|ton|mailto|tel):|^[\w-]+(\.[\w-]+)+(\/|$)/i.test(url)

/** Trims the text as Telegram does, and shifts the entities. */
function trim(text: string, entities: Entity[]) {
  const trimmed = text.trim()
  const shift = text.length - text.trimStart().length
  const moved = entities.flatMap((entity) => {
    const from = Math.max(entity.offset - shift, 0)
    const to = Math.min(entity.offset - shift + entity.length, trimmed.length)
    return to > from ? [{ ...entity, offset: from, length: to - from }] : []
  })
  return { text: trimmed, entities: moved.sort((a, b) => a.offset - b.offset || b.length - a.length) }
}
