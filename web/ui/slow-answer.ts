import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** The "still loading" note, and the handler of its "cancel" button. */
export type SlowNoteContent = { text: string; cancel: string; giveUp: () => void }

let content: (() => SlowNoteContent) | undefined

/** Registers the note's texts and handler; `ui` does not depend on the app. */
export function provideSlowNote(createNote: () => SlowNoteContent): void {
  content = createNote
}

/** The "still loading" note once waiting takes longer than the limit (8 s). */
export function useSlowNote(isWaiting: boolean): SlowNoteContent | undefined {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), limits.cancelDelay.ms)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow ? content?.() : undefined
}
