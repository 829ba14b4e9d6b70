import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Total, totalValues } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useCategoryOptions } from '#web/features/listings/fields/category-options.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form-field.tsx'
import { nothing } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

type FilterSheetProps<S, R> = {
  search: S
  /** Values of the filters after a reset. */
  emptyFilters: Partial<S>
  countFilters: (draft: S) => number
  /** Query that counts the results of the chosen filters. */
  query: (draft: S) => UseQueryOptions<R>
  /** Text of the button that applies the filters and shows the results. */
  showText: string
  anyCategory: string
  /** Content shown below the button that applies the filters. */
  below?: (draft: S) => ReactNode
  children: (draft: S, change: (part: Partial<S>) => void) => ReactNode
  open: boolean
  onApply: (search: S) => void
  onClose: () => void
  onClosed: () => void
}

/** Sheet with the filters of a search. All filters are applied together, and the button shows the number of results. */
export function FilterSheet<S extends { category: string }, R extends Total | { pagination: Total }>({
  search,
  emptyFilters,
  countFilters,
  query,
  showText,
  anyCategory,
  below,
  children,
  onApply,
  ...sheet
}: FilterSheetProps<S, R>) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(search)
  const countedDraft = useDebounced(draft)
  const countQuery = useQuery({ ...query(countedDraft), placeholderData: keepPreviousData })
  const { data } = countQuery
  const total: Total | undefined = data && ('pagination' in data ? data.pagination : data)
  const changeDraft = (part: Partial<S>) => setDraft({ ...draft, ...part })
  const categories = useCategoryOptions('filter')
  return (
    <Sheet
      {...sheet}
      title={t('filters.title')}
      action={
        <Button
          small
          variant="ghost"
          disabled={countFilters(draft) === 0}
          // Its words end where the fields below end.
          style={{ marginRight: 'calc(-1 * var(--s-3))' }}
          onClick={() => changeDraft(emptyFilters)}
        >
          {t('common.reset')}
        </Button>
      }
      footer={
        <>
          <Button wide onClick={() => onApply(draft)}>
            {total?.total === 0 ? t('filters.none') : t(showText, totalValues(total))}
          </Button>
          {below?.(draft)}
        </>
      }
    >
      <SelectField
        label={t('filters.category')}
        placeholder={anyCategory}
        options={categories}
        value={draft.category || nothing}
        onValue={(value) => setDraft({ ...draft, category: value === nothing ? '' : value })}
      />
      {children(draft, changeDraft)}
    </Sheet>
  )
}
