import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './search-row.module.css'

type SearchRowProps = {
  /** Label of the search field. The default label says that orders and vacancies are searched. */
  label?: string
  text: string
  onText: (text: string) => void
  onFocus?: (isFocused: boolean) => void
  /** Called when the search is submitted, not on each key. */
  onEnter?: () => void
  filters?: { count: number; open: () => void }
}

/** Search field with an optional filter button, which shows the number of active filters. */
export function SearchRow({ label, text, onText, onFocus, onEnter, filters }: SearchRowProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const labelText = label ?? t('search.placeholder')
  return (
    <search>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          input.current?.blur()
          onEnter?.()
        }}
      >
        <div className={styles.box}>
          <label className={styles.field}>
            <Search />
            <input
              ref={input}
              type="search"
              enterKeyHint="search"
              aria-label={labelText}
              placeholder={labelText}
              maxLength={limits.search.max}
              value={text}
              onChange={(event) => onText(event.target.value)}
              onFocus={() => onFocus?.(true)}
              onBlur={() => onFocus?.(false)}
            />
          </label>
          {text !== '' && (
            <IconButton
              icon={X}
              label={t('search.erase')}
              onClick={() => {
                onText('')
                input.current?.focus()
              }}
            />
          )}
        </div>
        {filters && (
          <IconButton
            look="card"
            icon={SlidersHorizontal}
            label={t('filters.open', { count: filters.count })}
            count={filters.count}
            onClick={filters.open}
          />
        )}
      </form>
    </search>
  )
}
