import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FunnelFacts, findAdvice } from './funnel.ts'

const usual = { shown: 1000, opened: 200, favourited: 20, responded: 10 }
const same = {
  own: usual,
  usual,
  length: { own: 400, usual: 400 },
  questions: { own: 0, usual: 0 },
  price: { own: 50_000, low: 30_000, high: 70_000 },
}
const advice = (changes: Partial<FunnelFacts>) => findAdvice({ ...same, ...changes })
const seldomOpened = { ...usual, opened: 100, responded: 5 }
const seldomAnswered = { ...usual, responded: 2 }
const short = { own: 96, usual: 420 }
const cheap = { own: 9000, low: 30_000, high: 70_000 }

test.each<[string, Partial<FunnelFacts>, object | null]>([
  ['nothing lags', { length: short, price: cheap, questions: { own: 3, usual: 0 } }, null],
  [
    'opened less, a short text',
    { own: seldomOpened, length: short },
    { kind: 'text', lag: 'opened', own: 96 },
  ],
  [
    'opened less, a low price',
    { own: seldomOpened, price: cheap },
    { kind: 'price', lag: 'opened', low: 30_000 },
  ],
  ['opened less, nothing to mend', { own: seldomOpened, questions: { own: 3, usual: 0 } }, null],
  [
    'few respond, a low price before the rest',
    { own: seldomAnswered, price: cheap, length: short },
    { kind: 'price' },
  ],
  [
    'few respond, many questions',
    { own: seldomAnswered, questions: { own: 3, usual: 1 } },
    { kind: 'questions' },
  ],
  ['few respond, a short text', { own: seldomAnswered, length: short }, { kind: 'text', lag: 'responded' }],
  ['a high price keeps nobody away', { own: seldomAnswered, price: { ...cheap, own: 90_000 } }, null],
  ['too few cards to say', { own: { ...usual, shown: 99, opened: 1 }, length: short }, null],
  ['too few pages to say', { own: { ...usual, shown: 80, opened: 19, responded: 0 }, length: short }, null],
  [
    'nobody responds to similar ones',
    { own: seldomAnswered, usual: { ...usual, responded: 0 }, length: short },
    null,
  ],
  ['a text of two thirds is long enough', { own: seldomOpened, length: { own: 280, usual: 420 } }, null],
])('%s', (_what, changes, wanted) => {
  if (wanted) expect(advice(changes)).toMatchObject(wanted)
  else expect(advice(changes)).toBeNull()
})

test('the advice is about the largest gap, and says whether it is the only one', () => {
  const own = { shown: 1000, opened: 120, favourited: 3, responded: 1 }
  expect(advice({ own, length: short, price: cheap })).toMatchObject({
    lag: 'responded',
    kind: 'price',
    is_only: false,
  })
  expect(advice({ own: seldomOpened, length: short })).toMatchObject({ is_only: true })
})

test('a listing at least as good in each step gets no advice', () => {
  const number = fc.integer({ min: 1, max: 5000 })
  const counts = fc.tuple(number, number, number).map(([responded, more, most]) => {
    const opened = responded + more
    return { shown: opened + most, opened, favourited: 0, responded }
  })
  fc.assert(
    fc.property(counts, number, (own, factor) => {
      const others = {
        ...own,
        shown: own.shown * factor,
        opened: own.opened * factor,
        responded: own.responded * factor,
      }
      expect(advice({ own, usual: others, length: short, price: cheap })).toBeNull()
    }),
  )
})
