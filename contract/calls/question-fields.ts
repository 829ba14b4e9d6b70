import { z } from 'zod'
import { limits } from '../limits.ts'
import { writeQuestions } from '../questions.ts'
import { name } from './fields.ts'

/** A text without braces and " / ", which separate the parts of stored questions, see contract/questions.ts. */
const plainText = (max: number) =>
  name(1, max).refine(
    (text) => !/[{}]| \/ |\n/.test(` ${text} `.replace(/^ \/|\/ $/g, ' / ')),
    'no signs of a form',
  )

const { questions } = limits
const words = plainText(questions.length)
const number = z.coerce.number().pipe(z.int().min(0).max(questions.number))

export const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: words }),
  z.object({
    kind: z.literal('choice'),
    text: words,
    options: z
      .array(plainText(questions.option).refine((option) => !/^\d+ – \d+$/.test(option), 'no range'))
      .min(2)
      .max(questions.options)
      .refine((options) => new Set(options).size === options.length, 'each once'),
  }),
  z
    .object({ kind: z.literal('number'), text: words, min: number, max: number })
    .refine(({ min, max }) => min < max, { path: ['max'], message: 'more than min' }),
])

/** Questions of an author to every respondent, stored as lines of text. */
export const Questions = z.array(Question).max(questions.count).transform(writeQuestions)

export const Answers = z.array(name(1, questions.answer)).max(questions.count)

/** A question of the listing's author as replies contain it. */
export const AskedQuestion = z.union([
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('choice'), text: z.string(), options: z.array(z.string()) }),
  z.object({ kind: z.literal('number'), text: z.string(), min: z.int(), max: z.int() }),
])
