import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Texts that the automatic checks must hold for moderation, and honest texts that they must pass. Each line is one
 * text. Invisible characters and line breaks are escaped as in JSON. Lines that begin with `# ` are headings.
 */
export type Half = 'development' | 'unseen'

export function readTexts(name: string): string[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('# '))
    .map((line) => JSON.parse(`"${line.replaceAll('"', '\\"')}"`) as string)
}

export const disguisedTexts = readTexts('disguised.txt')
export const honestTexts = [...readTexts('honest.ru.txt'), ...readTexts('honest.en.txt')]

/** The rules are developed with one half of the texts. The unseen half only measures the rules. */
export function halfOf(text: string): Half {
  const [first = 0] = createHash('sha256').update(text).digest()
  return first < 128 ? 'development' : 'unseen'
}
