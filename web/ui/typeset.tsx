import { titleParts } from './glue.ts'

/** A title whose lines break neither after short words nor inside hyphenated words. */
export function Typeset({ text }: { text: string }) {
  return titleParts(text).map(({ part, isUnbroken }, index) =>
    isUnbroken ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
