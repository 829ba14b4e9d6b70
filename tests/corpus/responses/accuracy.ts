import { type Print, printOf, sharedPercent } from '#services/responses/shield/fingerprints.ts'
import { judgeText } from '#services/responses/shield/rules.ts'
import { type LabelledResponse, responses } from './responses.ts'

const prints: Print[] = responses.map(({ text }) => printOf(text))

/** The shield's verdict on a response that arrives after all those before it. */
export function judgeResponse(index: number): ReturnType<typeof judgeText> {
  const [response, print] = [responses[index] as LabelledResponse, prints[index] as Print]
  const shares = prints.slice(0, index).map((earlier) => sharedPercent(print, earlier))
  return judgeText(response.text, Math.max(0, ...shares))
}

/**
 * Precision: share of copied or empty responses among the flagged ones. Recall: share of flagged ones among the copied
 * or empty.
 */
export function accuracyOf(isIncluded: (response: LabelledResponse) => boolean) {
  const verdicts = responses
    .map((response, index) => ({ response, verdict: judgeResponse(index) }))
    .filter(({ response }) => isIncluded(response))
  const misjudged = verdicts.filter(
    ({ response, verdict }) => (response.label === 'own') !== (verdict === null),
  )
  const flagged = verdicts.filter(({ verdict }) => verdict !== null)
  const copiedOrEmpty = verdicts.filter(({ response }) => response.label !== 'own')
  const truePositives = flagged.filter(({ response }) => response.label !== 'own').length
  return {
    count: verdicts.length,
    precision: truePositives / flagged.length,
    recall: truePositives / copiedOrEmpty.length,
    misjudged,
  }
}
