import { readFileSync } from 'node:fs'
import { halfOf } from '../texts.ts'

/** Responses in the order of their arrival, labelled by a reader as original, copied or empty. */

export type LabelledResponse = { sender: string; text: string; label: 'own' | 'copy' | 'empty' }

const labels = { '+': 'own', '=': 'copy', '0': 'empty' } as const

function readResponses(language: string): LabelledResponse[] {
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

export const responses = [...readResponses('ru'), ...readResponses('en')]

/** Rules are developed on one half; the unseen half is used only for measuring. */
export const isUnseen = ({ text }: LabelledResponse) => halfOf(text) === 'unseen'
