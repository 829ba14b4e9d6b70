import { hashOf, type Published } from '#services/listings/published.ts'
import { suspicious } from './rules.ts'

const details = ['location', 'tags', 'skills', 'files']
/** The title, which stands above, and choices out of a list. */
const apart = ['title', 'language', 'payment_format', 'job_type', 'experience', ...details]

/** Names of the long texts. */
export function longTexts(content: Published): [name: string, text: string][] {
  return Object.entries(content).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1] !== '' && !apart.includes(entry[0]),
  )
}

/** The words under review as one text: the long ones, then place, tags, skills and names of files. */
export function shownText(content: Published): string {
  const long = longTexts(content).map(([, text]) => text)
  const short = details.flatMap((name) => wordsOf(content[name]))
  return [...long, ...(short.length > 0 ? [short.join(', ')] : [])].join('\n\n')
}

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value ? [value] : []
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : item.name)) : []
}

/** What a task keeps of the content that its moderators read. */
export function snapshot(content: Published) {
  return {
    content: JSON.stringify(content),
    content_hash: hashOf(content),
    marks: JSON.stringify(suspicious(shownText(content))),
  }
}
