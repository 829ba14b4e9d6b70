import { readFileSync } from 'node:fs'
import { halfOf } from '../texts.ts'

/** Responses in the order of their arrival, labelled by a reader as original, copied or empty. */

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

/** Rules are developed on one half; the unseen half is used only for measuring. */
export const isUnseen = ({ text }: Said) => halfOf(text) === 'unseen'
