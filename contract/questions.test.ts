import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Question } from './calls/question-fields.ts'
import { isValidAnswer, readQuestions, writeQuestions } from './questions.ts'

test('questions are kept as a moderator reads them', () => {
  const questions = [
    { kind: 'number', text: 'Сколько дней?', min: 1, max: 30 },
    { kind: 'choice', text: 'Делали раньше?', options: ['Да', 'Нет'] },
    { kind: 'text', text: 'Чем работаете?' },
  ] as const
  const storedText = 'Сколько дней? {1 – 30}\nДелали раньше? {Да / Нет}\nЧем работаете?'
  expect(writeQuestions(questions as never)).toBe(storedText)
  expect(readQuestions(storedText)).toEqual(questions)
  expect([readQuestions(null), writeQuestions([])]).toEqual([[], null])
})

test('every valid question is read back unchanged', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  const question = fc.oneof(
    fc.record({ kind: fc.constant('text'), text: words }),
    fc.record({
      kind: fc.constant('choice'),
      text: words,
      options: fc.array(words, { minLength: 2, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('number'), text: words, min: fc.integer(), max: fc.integer() }),
  )
  fc.assert(
    fc.property(fc.array(question, { maxLength: 3 }), (rawQuestions) => {
      const validQuestions = rawQuestions.flatMap((one) => Question.safeParse(one).data ?? [])
      expect(readQuestions(writeQuestions(validQuestions))).toEqual(validQuestions)
    }),
  )
})

test.each([
  [{ kind: 'number', text: 'Дней?', min: 1, max: 30 }, '5', true],
  [{ kind: 'number', text: 'Дней?', min: 1, max: 30 }, '31', false],
  [{ kind: 'number', text: 'Дней?', min: 1, max: 30 }, 'пять', false],
  [{ kind: 'choice', text: 'Делали?', options: ['Да', 'Нет'] }, 'Нет', true],
  [{ kind: 'choice', text: 'Делали?', options: ['Да', 'Нет'] }, 'нет', false],
  [{ kind: 'text', text: 'Чем?' }, '', false],
] as const)('%j answered with %j', (question, answer, isAnswer) =>
  expect(isValidAnswer(question as never, answer)).toBe(isAnswer),
)
