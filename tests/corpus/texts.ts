import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Texts that the automatic checks must hold, and honest ones that they must let pass. One a line; invisible
 * characters and line breaks are written as in JSON, lines that begin with `# ` are headings.
 */
export type Half = 'development' | 'unseen'

export function readTexts(name: string): string[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('# '))
    .map((line) => JSON.parse(`"${line.replaceAll('"', '\\"')}"`) as string)
}

export const disguised = readTexts('disguised.txt')
export const honest = [...readTexts('honest.ru.txt'), ...readTexts('honest.en.txt')]

/** Rules are made with the development half before one's eyes; the unseen half is only counted. */
export function halfOf(text: string): Half {
  const [first = 0] = createHash('sha256').update(text).digest()
  return first < 128 ? 'development' : 'unseen'
}
