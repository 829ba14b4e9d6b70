import { beforeAll, describe, expect, test } from 'vitest'
import { corpora, type Question } from '#tests/corpus/search/questions.ts'
import { type Answer, openMarket } from './market.ts'

type Answered = { question: Question; answer: Answer }

/** True if all that a question means is among the first results; nothing may be found if it means nothing. */
const isAnswered = ({ question: { expected }, answer: { found } }: Answered) =>
  expected.every((key) => found.includes(key))
const avoidedOf = ({ question: { avoided }, answer: { found } }: Answered) =>
  avoided.filter((key) => found.includes(key))

/** Doors that show no corrected words have corrected a question that would find nothing by its letters. */
const isCorrected = ({ answer: { corrected } }: Answered) => corrected !== undefined

/**
 * Recall is the share of questions with something to find that find it. Precision is the share of corrections that were
 * needed and led to what is meant. Purity is the share of questions that find nothing of what they may not.
 */
function figuresOf(answers: Answered[], half: Question['half']) {
  const asked = answers.filter(({ question }) => question.half === half)
  const meant = asked.filter(({ question }) => question.expected.length > 0)
  const corrections = asked.filter(isCorrected)
  const rightCorrections = corrections.filter((one) => one.question.kind === 'mistake' && isAnswered(one))
  const guarded = asked.filter(({ question }) => question.avoided.length > 0)
  const impure = guarded.filter((one) => avoidedOf(one).length > 0)
  return {
    figures: {
      asked: asked.length,
      corrections: corrections.length,
      recall: meant.filter(isAnswered).length / meant.length,
      precision: rightCorrections.length / corrections.length,
      purity: 1 - impure.length / Math.max(1, guarded.length),
    },
    missed: meant.filter((one) => !isAnswered(one)),
    wrong: corrections.filter((one) => !rightCorrections.includes(one)),
    impure,
  }
}

const told = (one: Answered) => {
  const { question, answer } = one
  const avoided = avoidedOf(one).join(', ')
  return `${question.door} «${question.typed}» → ${answer.corrected ?? '–'}: ${answer.found.slice(0, 3).join(', ')}${avoided && ` !> ${avoided}`}`
}

test('there are 300 questions in both languages, two thirds of them mistakes, each once, halved', () => {
  for (const { questions } of Object.values(corpora)) {
    expect(questions.length).toBeGreaterThanOrEqual(300)
    expect(questions.filter(({ kind }) => kind === 'mistake').length).toBeGreaterThanOrEqual(200)
    expect(questions.filter(({ kind }) => kind === 'no mistake').length).toBeGreaterThanOrEqual(60)
    expect(questions.filter(({ language }) => language === 'en').length).toBeGreaterThan(100)
    const names = questions.map(({ language, door, typed }) => `${language} ${door} ${typed}`)
    expect(new Set(names).size).toBe(names.length)
    expect(questions.filter(({ half }) => half === 'unseen').length).toBeGreaterThan(questions.length * 0.4)
  }
})

describe.each(Object.entries(corpora))('the questions from %s', (_, { market, questions }) => {
  let answers: Answered[]
  beforeAll(async () => {
    const { answer } = await openMarket(market)
    answers = []
    for (const question of questions) answers.push({ question, answer: await answer(question) })
  }, 120_000)

  test('of the half that nobody looked at, nearly all find what they mean, and corrections are right', () => {
    const { figures } = figuresOf(answers, 'unseen')
    console.log(figures)
    expect(figures.recall).toBeGreaterThanOrEqual(0.95)
    expect(figures.precision).toBeGreaterThanOrEqual(0.97)
    expect(figures.purity).toBeGreaterThanOrEqual(0.97)
  })

  test('of the half that the rules were made with, too', () => {
    const { figures, missed, wrong, impure } = figuresOf(answers, 'development')
    console.log(figures, missed.map(told), wrong.map(told), impure.map(told))
    expect(figures.recall).toBeGreaterThanOrEqual(0.95)
    expect(figures.precision).toBeGreaterThanOrEqual(0.97)
    expect(figures.purity).toBeGreaterThanOrEqual(0.97)
  })
})
