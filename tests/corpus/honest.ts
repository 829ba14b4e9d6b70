import { briefs } from './briefs/briefs.ts'
import { responses } from './responses/responses.ts'
import { honestTexts as orders, readTexts } from './texts.ts'

/** Honest texts of all corpora: orders, texts close to a scam, chat messages, responses. */
export const allHonest = [
  ...new Set([
    ...orders,
    ...readTexts('honest-near.txt'),
    ...briefs.map(({ text }) => text),
    // Copied responses are excluded, because other rules than the word checks detect them.
    ...responses.filter(({ label }) => label !== 'copy').map(({ text }) => text),
  ]),
]

/** Descriptions of scams from public web pages, reworded and disguised in many ways. */
export const scamTexts = readTexts('scams.txt')
