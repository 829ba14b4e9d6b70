import { type RefObject, useLayoutEffect } from 'react'

/** Makes a text area grow with its text, in browsers without `field-sizing`. */
export function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text requires a new measurement
  useLayoutEffect(() => {
    const { current } = field
    if (!current || CSS.supports('field-sizing', 'content')) return
    current.style.height = 'auto'
    // The style `height` includes the border, but `scrollHeight` does not.
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`
  }, [field, text])
}
