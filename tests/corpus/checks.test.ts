import { expect, test } from 'vitest'
import { review } from '#services/moderation/review/rules.ts'
import { briefs } from './briefs/briefs.ts'
import { responses } from './responses/responses.ts'
import { disguisedTexts, type Half, halfOf, honestTexts as orders, readTexts } from './texts.ts'

/** Honest texts of all corpora: orders, texts close to a scam, chat messages, responses. */
const honest = [
  ...new Set([
    ...orders,
    ...readTexts('honest-near.txt'),
    ...briefs.map(({ text }) => text),
    // Copied responses are excluded, because other rules than the word checks detect them.
    ...responses.filter(({ label }) => label !== 'copy').map(({ text }) => text),
  ]),
]

/** Descriptions of scams from public web pages, reworded and disguised in many ways. */
const scamTexts = readTexts('scams.txt')

/** Only findings about the words of a text count. Texts by new authors and copies are held for other reasons. */
const wordFindings = ['contacts', 'links', 'scam']
const isHeld = (text: string) =>
  review({ texts: [text], is_known_author: true }).some((finding) => wordFindings.includes(finding))

function shareOfHeldTexts(texts: string[], half: Half) {
  const textsOfHalf = texts.filter((text) => halfOf(text) === half)
  const count = textsOfHalf.filter(isHeld).length
  return { count, of: textsOfHalf.length, percent: Math.round((10_000 * count) / textsOfHalf.length) / 100 }
}

test('the corpus is large, in both languages, each text once', () => {
  expect(disguisedTexts.length).toBeGreaterThanOrEqual(120)
  expect(scamTexts.length).toBeGreaterThanOrEqual(300)
  expect(honest.length).toBeGreaterThanOrEqual(1000)
  expect(honest.filter((text) => !/[а-я]/i.test(text)).length).toBeGreaterThan(100)
  const allTexts = [...disguisedTexts, ...scamTexts, ...honest]
  expect(new Set(allTexts).size).toBe(allTexts.length)
})

test('of the half that nobody looked at, 95 % of the disguised are caught and 0.5 % of the honest held', {
  timeout: 60_000,
}, () => {
  const shares = {
    disguised: shareOfHeldTexts(disguisedTexts, 'unseen'),
    scams: shareOfHeldTexts(scamTexts, 'unseen'),
    honest: shareOfHeldTexts(honest, 'unseen'),
  }
  console.log(shares)
  expect(shares.disguised.percent).toBeGreaterThanOrEqual(95)
  expect(shares.scams.percent).toBeGreaterThanOrEqual(95)
  expect(shares.honest.percent).toBeLessThanOrEqual(0.5)
})

test('of the half that the rules were made with, all are caught and none held', { timeout: 60_000 }, () => {
  const half = (text: string) => halfOf(text) === 'development'
  expect([...disguisedTexts, ...scamTexts].filter(half).filter((text) => !isHeld(text))).toEqual([])
  expect(honest.filter(half).filter(isHeld)).toEqual([])
})
