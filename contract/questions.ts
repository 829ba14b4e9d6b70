/** A question of an author to every respondent, with the form of its answer. */

export type Question =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; text: string; options: string[] }
  | { kind: 'number'; text: string; min: number; max: number }

/** An answer to an author's question, with the question as it was asked. */
export type Answer = { question: string; answer: string }

const numbers = /^(-?\d+) – (-?\d+)$/
const form = /^(?<text>.*?)(?: \{(?<form>[^{}]*)\})?$/u

/**
 * Returns an author's questions in the stored form, one question per line. Moderators read this form, so they see
 * exactly the asked text. Examples: `Сколько дней? {1 – 30}`, `Делали раньше? {Да / Нет}`, `Чем работаете?`
 */
export function writeQuestions(questions: Question[]): string | null {
  const lines = questions.map((question) => {
    if (question.kind === 'choice') return `${question.text} {${question.options.join(' / ')}}`
    if (question.kind === 'number') return `${question.text} {${question.min} – ${question.max}}`
    return question.text
  })
  return lines.length > 0 ? lines.join('\n') : null
}

export function readQuestions(storedText: string | null): Question[] {
  return (storedText?.split('\n') ?? []).map((line) => {
    const { text = line, form: shape } = form.exec(line)?.groups ?? {}
    if (shape === undefined) return { kind: 'text', text }
    const [, min, max] = numbers.exec(shape) ?? []
    if (min !== undefined && max !== undefined)
      return { kind: 'number', text, min: Number(min), max: Number(max) }
    return { kind: 'choice', text, options: shape.split(' / ') }
  })
}

/** True if the text is a valid answer to the question. */
export function isValidAnswer(question: Question, answer: string): boolean {
  if (question.kind === 'choice') return question.options.includes(answer)
  if (question.kind === 'text') return answer !== ''
  const number = Number(answer.replace(',', '.'))
  return answer !== '' && number >= question.min && number <= question.max
}
