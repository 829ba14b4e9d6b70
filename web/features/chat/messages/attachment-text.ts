import type { Message, Quote } from '#web/features/chat/queries.ts'

type TranslateFn = (key: string, values: Record<string, string | number>) => string

/** The fields of a file that the preview of a message shows. */
type PreviewFile = Quote['files'][number]

export const toPreviewFile = ({ name, thumbnail_url }: Message['files'][number]): PreviewFile => ({
  name,
  is_photo: thumbnail_url !== null,
})

/** One-line preview of a message: its text, or else its photos or the name of its first file. */
export function previewOf(
  { content, files }: { content: string | null; files: PreviewFile[] },
  t: TranslateFn,
): string {
  if (content === null) return t('chat.deleted', {})
  const [first] = files
  if (content !== '' || !first) return content
  if (!files.every(({ is_photo }) => is_photo)) return t('chat.file', { name: first.name })
  return files.length === 1 ? t('chat.photo', {}) : t('chat.photos', { number: files.length })
}
