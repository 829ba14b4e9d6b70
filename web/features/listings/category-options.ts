import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/client/use-translation.ts'
import type { OptionGroup } from '#web/ui/select.tsx'
import { groupsOf } from './category-groups.ts'
import { categories } from './queries.ts'

/** Categories for a select: a listing and a person have a leaf, a filter may ask for a whole group. */
export function useCategoryOptions(kind: 'leaf' | 'filter'): OptionGroup[] {
  const { t } = useTranslation()
  const { data = [] } = useQuery(categories())
  return groupsOf(data, kind === 'filter' ? (name) => t('filters.wholeGroup', { name }) : undefined)
}
