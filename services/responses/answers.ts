import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Answer, answers as isAnswered, readQuestions } from '#contract/questions.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'

const questionsOf = prepare(
  (_, { listing_id }: { listing_id: number }) => sql<{ questions: string | null }>`
    select coalesce((select questions from orders where listing_id = ${listing_id}),
      (select questions from vacancies where listing_id = ${listing_id})) as questions`,
)

/** What the author of a listing asks everybody who responds. */
export async function findQuestions(tx: Tx, listing_id: number) {
  const [row] = await questionsOf(tx, { listing_id })
  return readQuestions(row?.questions ?? null)
}

/**
 * Answers beside their questions, as they stood when they were answered.
 * @throws answers_missing with the questions when one of them is not answered
 */
export async function readAnswers(tx: Tx, listing_id: number, said: string[] = []): Promise<Answer[]> {
  const questions = await findQuestions(tx, listing_id)
  if (questions.some((question, at) => !isAnswered(question, said[at] ?? '')))
    throw new AppError('answers_missing', { questions })
  return questions.map(({ text }, at) => ({ question: text, answer: said[at] ?? '' }))
}
