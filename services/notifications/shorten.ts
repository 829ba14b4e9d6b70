/**
 * At most so many UTF-16 units, as Telegram counts them, with a sign where more were. No character is split; cut
 * before escaping, so that no entity is.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, Math.max(0, length - 1))
  return `${cut.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
