import { badRequest } from '../bot-api/errors.ts'
import { storeFile } from '../bot-api/files.ts'
import { detectEntities } from './entities.ts'
import type { MessageBody } from './messages.ts'
import type { FileRef, Message } from './types.ts'
import type { World } from './world.ts'

/** Content of a person's message. Files are given with their data. */
export interface Content extends Pick<Message, 'voice' | 'video' | 'sticker' | 'location'> {
  text?: string
  caption?: string
  contact?: { phone_number: string; first_name: string; user_id?: number }
  document?: { name: string; base64: string; mime?: string }
  photo?: { name: string; base64: string }
  /** Id of an album. All messages of the album have the same id. */
  media_group_id?: string
}

/** A picture of a grey square. It is stored as the smallest size of each photo. */
const thumbnail = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)

export function bodyOf(world: World, content: Content): MessageBody {
  const { contact, document, photo, media_group_id, voice, video, sticker, location } = content
  if (contact) return { contact }
  if (sticker) return { sticker }
  if (location) return { location }
  const media =
    (photo && { photo: sizesOf(world, photo) }) ??
    (document && { document: documentOf(world, document) }) ??
    (voice && { voice }) ??
    (video && { video })
  if (media) return { ...media, ...captionOf(content), ...(media_group_id && { media_group_id }) }
  const { words: trimmed, entities } = readText(content.text)
  if (!trimmed) throw badRequest('message text is empty')
  return { text: trimmed, ...(entities && { entities }) }
}

/** Telegram stores a photo in several sizes, smallest first. The stand-in stores the original as the largest size. */
function sizesOf(world: World, { name, base64 }: NonNullable<Content['photo']>): FileRef[] {
  const size = (bytes: Buffer, width: number, height: number) => {
    const { ref } = storeFile(world, { name, mime: 'image/jpeg', bytes }, 'photo')
    return { ...ref, width, height }
  }
  return [size(thumbnail, 90, 51), size(Buffer.from(base64, 'base64'), 1280, 720)]
}

function documentOf(world: World, { name, base64, mime }: NonNullable<Content['document']>): FileRef {
  const file = { name, mime: mime ?? 'application/octet-stream', bytes: Buffer.from(base64, 'base64') }
  return storeFile(world, file, 'document').ref
}

function captionOf({ caption }: Content): Pick<MessageBody, 'caption' | 'caption_entities'> {
  const { words: trimmed, entities } = readText(caption)
  return { ...(trimmed && { caption: trimmed }), ...(entities && { caption_entities: entities }) }
}

function readText(text = '') {
  const trimmedText = text.trim()
  const entities = detectEntities(trimmedText)
  return { words: trimmedText, ...(entities.length && { entities }) }
}
