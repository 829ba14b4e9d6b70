import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Answer, answers as isAnswered, type Question } from '#contract/questions.ts'
import { prepare } from '#db/prepared.ts'

/** What the author of a listing asks everybody who responds, as it is kept. */
export const questionsOf = prepare(
  (_, { listing_id }: { listing_id: number }) => sql<{ questions: string | null }>`
    select coalesce((select questions from orders where listing_id = ${listing_id}),
      (select questions from vacancies where listing_id = ${listing_id})) as questions`,
)

/**
 * Answers beside their questions, as they stand now.
 * @throws answers_missing with the questions when one of them is not answered
 */
export function answersTo(questions: Question[], said: string[] = []): Answer[] {
  if (questions.some((question, at) => !isAnswered(question, said[at] ?? '')))
    throw new AppError('answers_missing', { questions })
  return questions.map(({ text }, at) => ({ question: text, answer: said[at] ?? '' }))
}
