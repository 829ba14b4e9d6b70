import type { FileFormat } from '#contract/file-formats.ts'
import { cleanName } from '#contract/names.ts'

const maxLength = 120
const reserved = /[<>:"|?*;%]/g

/**
 * Cleans a file name for display: without folders and with the extension of the real format. The name is never used as
 * a path.
 */
export function displayName(name: string, format: FileFormat): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // Direction marks of right-to-left scripts are removed too, because they can make "gpj.exe" look like "exe.jpg".
  const clean = cleanName(last).replace(reserved, '_')
  const dot = clean.lastIndexOf('.')
  const stem = (dot > 0 ? clean.slice(0, dot) : clean).replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...stem].slice(0, maxLength).join('') || 'file'}.${format}`
}

/** Returns the extension of a file name in lower case; empty if the name has none. */
export function claimedFormat(name: string): string {
  return /\.([^./\\]{1,8})$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''
}

/** Content-Disposition header with which browsers save the file under its name, in any script. */
export function saveAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
