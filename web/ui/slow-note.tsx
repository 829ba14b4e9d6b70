import { SlowNoteLine } from './button.tsx'
import { useSlowNote } from './slow-answer.ts'

/** The "still loading" note, shown beside placeholders. */
export function SlowNote() {
  const slowNote = useSlowNote(true)
  return slowNote ? <SlowNoteLine {...slowNote} /> : null
}
