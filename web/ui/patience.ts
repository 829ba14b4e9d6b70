import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** What is said where nothing came for long, and what a press on "cancel" does. */
export type Patience = { text: string; cancel: string; giveUp: () => void }

let patience: (() => Patience) | undefined

/** The words and the way to give up belong to the app. */
export function providePatience(own: () => Patience): void {
  patience = own
}

/** Something to say once an answer has been waited for longer than people believe that it will come. */
export function usePatience(isWaiting: boolean): Patience | undefined {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), limits.patience.ms)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow ? patience?.() : undefined
}
