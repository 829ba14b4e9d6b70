import { readFileSync } from 'node:fs'
import { halfOf } from '../texts.ts'

/** Responses as people send them, in order, with what a reader says of each: its own words, a copy, or nothing said. */

export type Said = { sender: string; text: string; label: 'own' | 'copy' | 'empty' }

const labels = { '+': 'own', '=': 'copy', '0': 'empty' } as const

function read(language: string): Said[] {
  let sender = ''
  return readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) sender = `${language} ${line.slice(2)}`
      const label = labels[line[0] as keyof typeof labels]
      if (!label || line[1] !== ' ') return []
      return [{ sender, label, text: line.slice(2).replaceAll('\\n', '\n') }]
    })
}

export const responses = [...read('ru'), ...read('en')]

/** Rules are made with the development half before one's eyes; the unseen half is only counted. */
export const isUnseen = ({ text }: Said) => halfOf(text) === 'unseen'
