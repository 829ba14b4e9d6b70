import { isValidAnswer, type Question } from '#contract/questions.ts'

/** True if each question has a valid answer. The browser cannot check this, because it does not validate chips. */
export const isAnswered = (questions: Question[], answerTexts: string[] = []): boolean =>
  questions.every((question, index) => isValidAnswer(question, (answerTexts[index] ?? '').trim()))
