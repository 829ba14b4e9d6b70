import type { FileFormat } from '#contract/file-formats.ts'
import { cleanName } from '#contract/names.ts'

const longest = 120
const meaningful = /[<>:"|?*;%]/g

/** What the sender calls a file, without folders, tricks and a false extension: only ever shown, never a path. */
export function shownName(given: string, format: FileFormat): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  // The removed characters include those that make "gpj.exe" read backwards on the screen.
  const clean = cleanName(last).replace(meaningful, '_')
  const dot = clean.lastIndexOf('.')
  const stem = (dot > 0 ? clean.slice(0, dot) : clean).replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...stem].slice(0, longest).join('') || 'file'}.${format}`
}

/** The extension that a name claims, in lower case; empty without one. */
export function claimedFormat(name: string): string {
  return /\.([^./\\]{1,8})$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''
}

/** Content-Disposition that saves instead of showing, with the name in any script. */
export function saveAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
