import { createReadStream } from 'node:fs'
import { fileTypeFromFile } from 'file-type'
import { type FileFormat, fileFormats } from '#contract/file-formats.ts'
import { claimedFormat } from './names.ts'

const ooxml = 'application/vnd.openxmlformats-officedocument'

export const mimeTypes: Record<FileFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${ooxml}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${ooxml}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${ooxml}.presentationml.presentation`,
  txt: 'text/plain; charset=utf-8',
  zip: 'application/zip',
}

/**
 * Formats of old office programs. Their content is in the same container format, so only the file name tells them
 * apart.
 */
const inOldContainer: readonly string[] = ['doc', 'xls', 'ppt']
const probeMs = 2000
/** Start of a text that a browser may show as HTML, whatever the name of the file. */
const markup = /^[\s\ufeff\0]*<[!?a-z/]/i

/** True for a byte that may occur in plain text: no control character, except line breaks and tabs. */
function isTextByte(byte: number): boolean {
  return byte >= 32 || (byte >= 9 && byte <= 13)
}

async function isPlainText(file: string): Promise<boolean> {
  let isFirst = true
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (isFirst && markup.test(chunk.toString('utf8', 0, 512))) return false
    if (!chunk.every(isTextByte)) return false
    isFirst = false
  }
  return true
}

/**
 * Detects a file's format from its content. The file name decides only between formats with the same kind of content.
 * @returns null if the format is unknown
 */
export async function formatOf(file: string, name: string): Promise<FileFormat | null> {
  const detected = await fileTypeFromFile(file, { signal: AbortSignal.timeout(probeMs) }).catch(() => null)
  const claimed = claimedFormat(name)
  if (detected === null) return null
  if (detected === undefined) return claimed === 'txt' && (await isPlainText(file)) ? 'txt' : null
  if (detected.ext === 'apng') return 'png'
  const format = detected.ext === 'cfb' && inOldContainer.includes(claimed) ? claimed : detected.ext
  return fileFormats.find((known) => known === format) ?? null
}
