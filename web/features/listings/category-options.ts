import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/client/use-translation.ts'
import type { OptionGroup } from '#web/ui/select.tsx'
import { groupsOf } from './category-groups.ts'
import { categories } from './queries.ts'

/**
 * Categories for a select: a listing and a person have a leaf, a filter may ask for a whole group. A closed one is
 * offered only to filters and where it was chosen.
 */
export function useCategoryOptions(kind: 'leaf' | 'filter', chosen?: number | null): OptionGroup[] {
  const { t } = useTranslation()
  const { data = [] } = useQuery(categories())
  const offered = data.filter(
    ({ id, parent_id, is_closed }) => kind === 'filter' || parent_id === null || !is_closed || id === chosen,
  )
  return groupsOf(offered, kind === 'filter' ? (name) => t('filters.wholeGroup', { name }) : undefined)
}
