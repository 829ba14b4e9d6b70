import { SlowLine } from './button.tsx'
import { usePatience } from './slow-answer.ts'

/** The "still loading" note beside placeholders. */
export function SlowNote() {
  const slow = usePatience(true)
  return slow ? <SlowLine {...slow} /> : null
}
