import { answers, type Question } from '#contract/questions.ts'

/** Chips are no inputs: the browser does not check whether one of them was chosen. */
export const isAnswered = (questions: Question[], said: string[] = []): boolean =>
  questions.every((question, at) => answers(question, (said[at] ?? '').trim()))
