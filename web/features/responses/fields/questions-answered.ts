import { answers, type Question } from '#contract/questions.ts'

/** Checks the answers itself, because the browser does not validate chips. */
export const isAnswered = (questions: Question[], said: string[] = []): boolean =>
  questions.every((question, at) => answers(question, (said[at] ?? '').trim()))
