import { ArrowUpDown } from 'lucide-react'
import { TextButton } from '#web/ui/button.tsx'

type FoundHeadProps = {
  /** Number of results in words. */
  text: string | undefined
  total: number | undefined
  /** Name of the chosen order. */
  sortText: string
  onSort: () => void
}

/**
 * Number and order of search results. Without results only a screen reader needs the number, and a single result has no
 * order.
 */
export function FoundHead({ text, total, sortText, onSort }: FoundHeadProps) {
  return (
    <div
      className={total === 0 ? 'visually-hidden' : 'row row-between'}
      data-found
      style={{ padding: '0 var(--s-1)', minHeight: 28 }}
    >
      <span className="cap muted" role="status">
        {text}
      </span>
      {(total ?? 2) > 1 && (
        <TextButton icon={ArrowUpDown} onClick={onSort}>
          <span>{sortText}</span>
        </TextButton>
      )}
    </div>
  )
}
