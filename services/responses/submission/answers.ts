import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Answer, answers as isAnswered, type Question } from '#contract/questions.ts'
import { prepare } from '#db/prepared.ts'

/** The listing author's questions to everybody who responds, as stored JSON. */
export const questionsOf = prepare(
  (_, { listing_id }: { listing_id: number }) => sql<{ questions: string | null }>`
    select coalesce((select questions from orders where listing_id = ${listing_id}),
      (select questions from vacancies where listing_id = ${listing_id})) as questions`,
)

/**
 * Pairs answers with the current questions.
 * @throws answers_missing with the questions when one is not answered
 */
export function answersTo(questions: Question[], said: string[] = []): Answer[] {
  if (questions.some((question, at) => !isAnswered(question, said[at] ?? '')))
    throw new AppError('answers_missing', { questions })
  return questions.map(({ text }, at) => ({ question: text, answer: said[at] ?? '' }))
}
