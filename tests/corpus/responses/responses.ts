import { readFileSync } from 'node:fs'
import { halfOf } from '../texts.ts'

/** Responses in the order of their arrival. A person has labelled each as original, copied or empty. */

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

/** The rules are developed with one half of the responses. The unseen half only measures the rules. */
export const isUnseen = ({ text }: LabelledResponse) => halfOf(text) === 'unseen'
