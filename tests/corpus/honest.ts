import { briefs } from './briefs/briefs.ts'
import { responses } from './responses/responses.ts'
import { honest as orders, readTexts } from './texts.ts'

/** Honest words of all corpora: orders, what comes near a scam without being one, messages of chats, responses. */
export const allHonest = [
  ...new Set([
    ...orders,
    ...readTexts('honest-near.txt'),
    ...briefs.map(({ text }) => text),
    // Copies are told from what they copy by other rules.
    ...responses.filter(({ label }) => label !== 'copy').map(({ text }) => text),
  ]),
]

/** What public pages about fraud describe, in own words and with disguises of all kinds. */
export const scamTexts = readTexts('scams.txt')
