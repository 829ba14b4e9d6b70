import { limits } from '#contract/limits.ts'
import type { Question } from '#contract/questions.ts'

/** A question as typed. `options` is one line with commas between the options. */
export type QuestionDraft = {
  /** React key of the question. */
  key: string
  kind: Question['kind']
  text: string
  options: string
  min: string
  max: string
}

let questionCount = 0

export const newQuestion = (): QuestionDraft => ({
  key: `question ${++questionCount} ${Date.now()}`,
  kind: 'text',
  text: '',
  options: '',
  min: '1',
  max: '30',
})

export const toQuestionDrafts = (questions: Question[]): QuestionDraft[] =>
  questions.map((question) => ({
    ...newQuestion(),
    kind: question.kind,
    text: question.text,
    ...(question.kind === 'choice' && { options: question.options.join(', ') }),
    ...(question.kind === 'number' && { min: String(question.min), max: String(question.max) }),
  }))

/** Converts the typed questions to API fields. */
export const toQuestions = (drafts: QuestionDraft[]): Question[] =>
  drafts.map(({ kind, text, options, min, max }) => {
    const questionText = text.trim()
    if (kind === 'number') return { kind, text: questionText, min: Number(min), max: Number(max) }
    if (kind === 'text') return { kind, text: questionText }
    const optionTexts = options.split(',').map((option) => option.trim())
    return {
      kind,
      text: questionText,
      options: [...new Set(optionTexts.filter(Boolean))].slice(0, limits.questions.options),
    }
  })
