import { type Print, printOf, sharedPercent } from '#services/responses/shield/fingerprints.ts'
import { judgeText } from '#services/responses/shield/rules.ts'
import { type LabelledResponse, responses } from './responses.ts'

const prints: Print[] = responses.map(({ text }) => printOf(text))

/** The shield's verdict on a response that arrives after all those before it. */
export function judgeResponse(index: number): ReturnType<typeof judgeText> {
  const [response, print] = [responses[index] as LabelledResponse, prints[index] as Print]
  const shares = prints.slice(0, index).map((earlierPrint) => sharedPercent(print, earlierPrint))
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
  const flaggedVerdicts = verdicts.filter(({ verdict }) => verdict !== null)
  const copiedOrEmpty = verdicts.filter(({ response }) => response.label !== 'own')
  const truePositives = flaggedVerdicts.filter(({ response }) => response.label !== 'own').length
  return {
    count: verdicts.length,
    precision: truePositives / flaggedVerdicts.length,
    recall: truePositives / copiedOrEmpty.length,
    misjudged,
  }
}
