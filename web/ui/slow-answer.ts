import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** Text of the "still loading" note, text of its "cancel" button, and the function that the button calls. */
export type SlowNoteContent = { text: string; cancel: string; cancelCalls: () => void }

let content: (() => SlowNoteContent) | undefined

/**
 * Registers the content of the "still loading" note. The app registers it, because the folder `ui` does not import the
 * app.
 */
export function provideSlowNote(createNote: () => SlowNoteContent): void {
  content = createNote
}

/** Returns the "still loading" note once a wait takes longer than 8 s. */
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
