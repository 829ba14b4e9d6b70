import { answers, type Question } from '#contract/questions.ts'

/** True if each question has a valid answer. Needed because the browser does not validate chips. */
export const isAnswered = (questions: Question[], answerTexts: string[] = []): boolean =>
  questions.every((question, index) => answers(question, (answerTexts[index] ?? '').trim()))
