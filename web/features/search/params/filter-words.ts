import type { ListingKind } from '#contract/lifecycle.ts'
import type { Translate } from '#web/client/i18n-runtime.ts'
import type { FilterGroup } from './search-params.ts'

const labelKeys: Record<string, string> = {
  project: 'option.jobType.project',
  part_time: 'option.jobType.partTime',
  full_day: 'option.jobType.fullDay',
  is_remote: 'search.chip.remote',
  is_urgent: 'search.chip.hot',
}

/** Translation keys of filters that differ between orders and vacancies. */
export const filterTextsByKind = {
  order: {
    fixed: 'option.workFormat.fixedShort',
    hourly: 'option.workFormat.hourlyShort',
    show: 'filters.show',
    budget: 'filters.budget',
  },
  vacancy: {
    fixed: 'vacancyForm.perMonth',
    hourly: 'create.perHour',
    show: 'filters.showVacancies',
    budget: 'vacancyForm.pay',
  },
} as const

/** Returns the label of a filter value. */
export function filterLabel(t: Translate, kind: ListingKind, group: FilterGroup, value: string): string {
  const labelsOfKind: Record<string, string> = filterTextsByKind[kind]
  return t(labelsOfKind[value] ?? labelKeys[value] ?? `option.${group}.${value}`)
}
