import { type Print, printOf, sharedPercent } from '#services/responses/shield/fingerprints.ts'
import { judgeText } from '#services/responses/shield/rules.ts'
import { responses, type Said } from './responses.ts'

const prints: Print[] = responses.map(({ text }) => printOf(text))

/** The shield's verdict on a response that arrives after all those before it. */
export function judgedAt(at: number): ReturnType<typeof judgeText> {
  const [said, print] = [responses[at] as Said, prints[at] as Print]
  const shares = prints.slice(0, at).map((earlier) => sharedPercent(print, earlier))
  return judgeText(said.text, Math.max(0, ...shares))
}

/**
 * Precision: share of copied or empty responses among the flagged ones. Recall: share of flagged ones among the copied
 * or empty.
 */
export function accuracyOf(which: (said: Said) => boolean) {
  const all = responses.map((said, at) => ({ said, verdict: judgedAt(at) })).filter(({ said }) => which(said))
  const wrong = all.filter(({ said, verdict }) => (said.label === 'own') !== (verdict === null))
  const flagged = all.filter(({ verdict }) => verdict !== null)
  const guilty = all.filter(({ said }) => said.label !== 'own')
  const right = flagged.filter(({ said }) => said.label !== 'own').length
  return { count: all.length, precision: right / flagged.length, recall: right / guilty.length, wrong }
}
