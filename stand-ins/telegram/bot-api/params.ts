import { detectEntities } from '../state/entities.ts'
import type { Entity } from '../state/types.ts'
import { readDateTime } from './date-time.ts'
import { badRequest } from './errors.ts'
import { parseHtml } from './html.ts'

/** A file in a multipart request body. */
export interface Upload {
  name: string
  mime: string
  bytes: Buffer
}

/** Parameters of a Bot API call. They come as JSON, or as form fields in which objects are JSON strings. */
export interface Params {
  values: Record<string, unknown>
  uploads: Record<string, Upload>
}

const jsonParameters =
  /^(reply_markup|entities|caption_entities|commands|scope|menu_button|allowed_updates|prices|results?|media|reply_parameters|link_preview_options|ephemeral_message_parameters)$/

export function readParams(body: Record<string, unknown>, uploads: Record<string, Upload> = {}): Params {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined) continue
    values[name] = typeof value === 'string' && jsonParameters.test(name) ? parseJson(value, name) : value
  }
  return { values, uploads }
}

function parseJson(text: string, name: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(`can't parse ${name.replaceAll('_', ' ')} JSON object`)
  }
}

export function text(params: Params, name: string): string | undefined {
  const value = params.values[name]
  return value === undefined ? undefined : typeof value === 'string' ? value : String(value)
}

export function number(params: Params, name: string): number | undefined {
  const value = params.values[name]
  if (value === undefined || value === '') return undefined
  const parsedNumber = Number(value)
  if (!Number.isFinite(parsedNumber)) throw badRequest(`parameter "${name}" must be a number`)
  return parsedNumber
}

export function readFlag(params: Params, name: string): boolean {
  return params.values[name] === true || params.values[name] === 'true' || params.values[name] === 'True'
}

export function list<T>(params: Params, name: string): T[] | undefined {
  const value = params.values[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw badRequest(`parameter "${name}" must be an array`)
  return value as T[]
}

export function readObject<T>(params: Params, name: string): T | undefined {
  const value = params.values[name]
  if (value === undefined) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`object expected as ${name}`)
  return value as T
}

/** Text of a message with its entities, parsed by `parse_mode` or given as a list. */
export function readFormattedText(
  params: Params,
  field: 'text' | 'caption',
): { text: string; entities: Entity[] } {
  const rawText = text(params, field) ?? ''
  const mode = text(params, 'parse_mode')?.toLowerCase()
  if (mode && mode !== 'html') throw badRequest('unsupported parse_mode')
  const givenEntities = list<Entity>(params, field === 'text' ? 'entities' : 'caption_entities')
  for (const { type, unix_time, date_time_format } of givenEntities ?? [])
    if (type === 'date_time') readDateTime(unix_time, date_time_format, badRequest)
  checkEntities(rawText, givenEntities ?? [])
  const parsedText =
    mode === 'html'
      ? parseHtml(rawText)
      : { text: givenEntities ? rawText : rawText.trim(), entities: givenEntities ?? [] }
  return { text: parsedText.text, entities: detectEntities(parsedText.text, parsedText.entities) }
}

/** Throws if a text entity is longer than the text or splits a surrogate pair. */
function checkEntities(text: string, entities: Entity[]): void {
  const splitsSymbol = (at: number) => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1))
  for (const { offset, length } of entities) {
    const end = offset + length
    if (!Number.isInteger(offset) || offset < 0)
      throw badRequest(`receive an entity with incorrect offset ${offset}`)
    if (!Number.isInteger(length) || length < 0)
      throw badRequest(`receive an entity with incorrect length ${length}`)
    const entityText = `entity beginning at UTF-16 offset ${offset}`
    if (length > 0 && end > text.length)
      throw badRequest(`${entityText} ends after the end of the text at UTF-16 offset ${end}`)
    if (splitsSymbol(offset)) throw badRequest(`${entityText} starts in the middle of a UTF-16 symbol`)
    if (splitsSymbol(end))
      throw badRequest(`${entityText} ends in the middle of a UTF-16 symbol at UTF-16 offset ${end}`)
  }
}

/** Length of a text in UTF-16 units. Telegram's limits are in these units. */
export const lengthOf = (value: string) => value.length
