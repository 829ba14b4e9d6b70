import { type ErrorCode, errors } from '#contract/errors.ts'
import type { FileFormat } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#web/client/http/http.ts'

/** Returns the value of the `accept` attribute of a file input. */
export function acceptAttributeOf(formats: readonly FileFormat[]): string {
  return formats.flatMap((format) => (format === 'jpg' ? ['.jpg', '.jpeg'] : [`.${format}`])).join(',')
}

/** Returns the file format by the extension of a file name. The extension `jpeg` counts as `jpg`. */
export function formatOf(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return extension === 'jpeg' ? 'jpg' : extension
}

const createRefusal = (code: ErrorCode, details: Record<string, unknown> | null = null) =>
  new ApiError(code, { statusCode: errors[code], details })

/**
 * Returns the error for a file of a wrong format. The error names the format by the file's extension, if it has one, and
 * the formats that fit.
 */
function refuseFormat(name: string, formats: readonly FileFormat[]): ApiError {
  const format = formatOf(name).toUpperCase()
  return createRefusal('unsupported_type', { ...(format && { format }), fitting: namesOf(formats) })
}

/** Names of formats in one line. DOC stands for DOCX as well, so the line fits on a narrow phone. */
function namesOf(formats: readonly string[]): string {
  const names = formats.filter((format) => !(format.endsWith('x') && formats.includes(format.slice(0, -1))))
  return names.join(', ').toUpperCase()
}

/** Checks the name and size of a file before the upload. The server also checks the file's content. */
export function fileRefusal(
  { name, size }: Pick<File, 'name' | 'size'>,
  formats: readonly FileFormat[],
): ApiError | null {
  if (!formats.some((format) => format === formatOf(name))) return refuseFormat(name, formats)
  if (size === 0) return createRefusal('file_damaged')
  return size > limits.files.bytes ? createRefusal('too_large') : null
}
