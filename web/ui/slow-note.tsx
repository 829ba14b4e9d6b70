import { SlowLine } from './button.tsx'
import { usePatience } from './patience.ts'

/** Stands among the skeletons of what is waited for. */
export function SlowNote() {
  const slow = usePatience(true)
  return slow ? <SlowLine {...slow} /> : null
}
