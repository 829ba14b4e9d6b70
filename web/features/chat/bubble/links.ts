type TextPart = { text: string; url?: string }

const addressPattern = /(?:https?:\/\/|\bwww\.|\b(?:t|telegram)\.me\/|\btelegram\.dog\/)[^\s<>"'«»]+/gi
const trailingPunctuation = '.,:;!?)]}…'

/** Splits a text into plain parts and links. Punctuation after a link does not belong to the link. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(addressPattern)) {
    let length = match.length
    while (trailingPunctuation.includes(match.charAt(length - 1)) && length > 0) length--
    const linkText = match.slice(0, length)
    const url = URL.parse(/^https?:/i.test(linkText) ? linkText : `https://${linkText}`)?.href
    if (!url) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: linkText, url })
    end = index + linkText.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
