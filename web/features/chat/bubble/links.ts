type Part = { text: string; url?: string }

const address = /(?:https?:\/\/|\bwww\.|\b(?:t|telegram)\.me\/|\btelegram\.dog\/)[^\s<>"'«»]+/gi
const endings = '.,:;!?)]}…'

/** Splits a text into plain parts and links; trailing punctuation is not part of a link. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    let length = found.length
    while (endings.includes(found.charAt(length - 1)) && length > 0) length--
    const shown = found.slice(0, length)
    const url = URL.parse(/^https?:/i.test(shown) ? shown : `https://${shown}`)?.href
    if (!url) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: shown, url })
    end = index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
