import { type Print, printOf, sharedPercent } from '#services/responses/shield/fingerprints.ts'
import { judgeText } from '#services/responses/shield/rules.ts'
import { type LabelledResponse, responses } from './responses.ts'

const prints: Print[] = responses.map(({ text }) => printOf(text))

/** Returns the copy check's verdict on a response that arrives after all earlier responses of the corpus. */
export function judgeResponse(index: number): ReturnType<typeof judgeText> {
  const [response, print] = [responses[index] as LabelledResponse, prints[index] as Print]
  const shares = prints.slice(0, index).map((earlierPrint) => sharedPercent(print, earlierPrint))
  return judgeText(response.text, Math.max(0, ...shares))
}

/**
 * Precision is the share of copied or empty responses among the flagged ones. Recall is the share of flagged responses
 * among the copied or empty ones.
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
