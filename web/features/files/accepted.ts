import { type ErrorCode, errors } from '#contract/errors.ts'
import type { FileFormat } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#web/client/http.ts'

/** What the system's choice of files offers. */
export function acceptOf(formats: readonly FileFormat[]): string {
  return formats.flatMap((format) => (format === 'jpg' ? ['.jpg', '.jpeg'] : [`.${format}`])).join(',')
}

/** The extension of a name, as the contract spells it. */
export function formatOf(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return extension === 'jpeg' ? 'jpg' : extension
}

const refuse = (code: ErrorCode, details: Record<string, unknown> | null = null) =>
  new ApiError(code, { statusCode: errors[code], details })

/** The refusal of a format, with those that are taken. */
export const refuseFormat = (formats: readonly FileFormat[]) => refuse('unsupported_type', { formats })

/** Why the server would not take the file, told before it is sent; the server looks at the content itself. */
export function fileRefusal(
  { name, size }: Pick<File, 'name' | 'size'>,
  formats: readonly FileFormat[],
): ApiError | null {
  if (!formats.some((format) => format === formatOf(name))) return refuseFormat(formats)
  if (size === 0) return refuse('file_damaged')
  return size > limits.files.bytes ? refuse('too_large') : null
}
