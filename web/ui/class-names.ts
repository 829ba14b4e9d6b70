/** Joins class names. Values such as `false`, `null` or an empty text are skipped. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
