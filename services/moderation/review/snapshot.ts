import { hashOf, type Published } from '#services/listings/content/approved-content.ts'
import { suspiciousPlaces } from './rules.ts'

const details = ['location', 'tags', 'skills', 'files']
/**
 * Fields of a listing that are not long texts: the title, fixed choices and the short details. The review card shows
 * the title separately.
 */
const otherFields = ['title', 'language', 'payment_format', 'job_type', 'experience', ...details]

/** Returns the long texts of a listing's content, each with the name of its field. */
export function longTexts(content: Published): [name: string, text: string][] {
  return Object.entries(content).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1] !== '' && !otherFields.includes(entry[0]),
  )
}

/**
 * Joins all words of a listing's content that moderators review into one text: the long texts, then place, tags, skills
 * and file names.
 */
export function reviewedText(content: Published): string {
  const long = longTexts(content).map(([, text]) => text)
  const short = details.flatMap((name) => wordsOf(content[name]))
  return [...long, ...(short.length > 0 ? [short.join(', ')] : [])].join('\n\n')
}

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value ? [value] : []
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : item.name)) : []
}

/**
 * Returns columns of a moderation task: the content that moderators read, its hash and the suspicious parts of its
 * text.
 */
export function snapshot(content: Published) {
  return {
    content: JSON.stringify(content),
    content_hash: hashOf(content),
    marks: JSON.stringify(suspiciousPlaces(reviewedText(content))),
  }
}
