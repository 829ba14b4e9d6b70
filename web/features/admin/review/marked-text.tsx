import styles from './review.module.css'

/** Text under review; findings of the automatic checks are highlighted. */
export function MarkedText({ text, marks }: { text: string; marks: [number, number][] }) {
  const parts = marks.flatMap(([from, to], at) => [
    { at: from - 0.5, plain: text.slice(marks[at - 1]?.[1] ?? 0, from) },
    { at: from, marked: text.slice(from, to) },
  ])
  const rest = text.slice(marks.at(-1)?.[1] ?? 0)
  return (
    <p className="prose">
      {parts.map((part) =>
        part.marked ? (
          <mark key={part.at} className={styles.mark}>
            {part.marked}
          </mark>
        ) : (
          part.plain
        ),
      )}
      {rest}
    </p>
  )
}
