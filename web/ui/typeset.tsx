import { titleParts } from './glue.ts'

/** A title in which lines break neither after a short word nor inside a hyphenated one. */
export function Typeset({ text }: { text: string }) {
  return titleParts(text).map(({ part, isUnbroken }, index) =>
    isUnbroken ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
