import { imageFormats } from '#contract/file-formats.ts'
import type { FileRow } from '#services/files/queries.ts'
import { say, shorten } from './format.ts'
import type { Recipient } from './kinds.ts'

const maxNamesLength = 200

/** Lines for the files of a message: the number of photos, and the names of other files. */
export function nameFiles(reader: Recipient, files: Pick<FileRow, 'name' | 'file_format'>[]): string[] {
  const isPhoto = ({ file_format }: { file_format: string }) =>
    imageFormats.some((format) => format === file_format)
  const count = files.filter(isPhoto).length
  const others = files.filter((file) => !isPhoto(file)).map(({ name }) => name)
  const names = shorten(others.join(', '), maxNamesLength)
  return [
    ...(count > 1 ? [say(reader, 'new_message.photos', { count: String(count) })] : []),
    ...(count === 1 ? [say(reader, 'new_message.photo')] : []),
    ...(others.length > 1 ? [say(reader, 'new_message.files', { names })] : []),
    ...(others.length === 1 ? [say(reader, 'new_message.file', { name: names })] : []),
  ]
}
