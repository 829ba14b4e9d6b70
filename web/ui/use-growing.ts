import { type RefObject, useLayoutEffect } from 'react'

/** A field grows with its text, also where the browser does not do it by itself (`field-sizing`). */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it is measured for
  useLayoutEffect(() => {
    const { current } = field
    if (!current || CSS.supports('field-sizing', 'content')) return
    current.style.height = 'auto'
    // Its own height counts the border, that of the text does not.
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`
  }, [field, text])
}
