import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/client/use-translation.ts'
import { categories } from '#web/features/listings/queries.ts'
import type { OptionGroup } from '#web/ui/select.tsx'
import { toOptionGroups } from './category-groups.ts'

/**
 * Category options for a select. With `filter`, whole groups and closed categories are offered too. With `leaf`, only
 * single categories are offered, and a closed category only if it is already selected.
 */
export function useCategoryOptions(kind: 'leaf' | 'filter', chosenId?: number | null): OptionGroup[] {
  const { t } = useTranslation()
  const { data = [] } = useQuery(categories())
  const offeredCategories = data.filter(
    ({ id, parent_id, is_closed }) =>
      kind === 'filter' || parent_id === null || !is_closed || id === chosenId,
  )
  return toOptionGroups(
    offeredCategories,
    kind === 'filter' ? (name) => t('filters.wholeGroup', { name }) : undefined,
  )
}
