import type { Message } from './queries.ts'

type Words = (key: string, values: Record<string, string | number>) => string

/** What a line says of a message: its words; without them its photos, or else its first file. */
export function lineOf({ content, files }: Pick<Message, 'content' | 'files'>, t: Words): string {
  if (content === null) return t('chat.deleted', {})
  const [first] = files
  if (content !== '' || !first) return content
  if (!files.every(({ thumbnail_url }) => thumbnail_url)) return t('chat.file', { name: first.name })
  return files.length === 1 ? t('chat.photo', {}) : t('chat.photos', { number: files.length })
}
