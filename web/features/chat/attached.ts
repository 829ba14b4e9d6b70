import type { Message, Quote } from './queries.ts'

type Words = (key: string, values: Record<string, string | number>) => string

/** What a line tells of a file. */
type Told = Quote['files'][number]

export const toldOf = ({ name, thumbnail_url }: Message['files'][number]): Told => ({
  name,
  is_photo: thumbnail_url !== null,
})

/** What a line says of a message: its words; without them its photos, or else its first file. */
export function lineOf({ content, files }: { content: string | null; files: Told[] }, t: Words): string {
  if (content === null) return t('chat.deleted', {})
  const [first] = files
  if (content !== '' || !first) return content
  if (!files.every(({ is_photo }) => is_photo)) return t('chat.file', { name: first.name })
  return files.length === 1 ? t('chat.photo', {}) : t('chat.photos', { number: files.length })
}
