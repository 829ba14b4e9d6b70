import type { ListingKind } from '#contract/lifecycle.ts'
import type { CompetitionLevel } from '#contract/options.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { AmountRange } from '#web/features/listings/fields/amount-field.tsx'
import { FilterSheet } from '#web/features/listings/list/filter-sheet.tsx'
import { countListings } from '#web/features/listings/queries.ts'
import { filterLabel, filterTextsByKind, filterValues } from '#web/features/search/params/filter-words.ts'
import {
  countFilters,
  type FilterGroup,
  filterGroups,
  noFilters,
  type OrderSearch,
  toApiFilters,
} from '#web/features/search/params/search-params.ts'
import { SaveSearchButton } from '#web/features/search/saved/save-search-button.tsx'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { Meter } from '#web/ui/signals.tsx'

type FiltersSheetProps = {
  kind: ListingKind
  search: OrderSearch
  open: boolean
  onApply: (search: OrderSearch) => void
  onClose: () => void
  onClosed: () => void
}

const names: Record<FilterGroup, string> = {
  experience: 'filters.experience',
  payment_format: 'filters.workFormat',
  job_type: 'filters.jobType',
  competition: 'filters.competition',
  marks: 'filters.marks',
}
const meterTones: Record<string, string> = { low: 'good', medium: 'muted', high: 'warn' }

function competitionMeter(level: CompetitionLevel, isPressed: boolean) {
  return (
    <span className={isPressed ? undefined : meterTones[level]}>
      <Meter level={level} />
    </span>
  )
}

/** Sheet with the filters of the search for listings. */
export default function FiltersSheet({ kind, ...props }: FiltersSheetProps) {
  const { t } = useTranslation()
  const filterTexts = filterTextsByKind[kind]
  const ends = {
    from: `${t(filterTexts.budget)}, ${t('filters.from')}`,
    to: `${t(filterTexts.budget)}, ${t('filters.to')}`,
  }
  return (
    <FilterSheet
      {...props}
      emptyFilters={noFilters}
      countFilters={countFilters}
      query={(draft) => countListings(kind, toApiFilters(draft), draft.isExact || undefined)}
      showText={filterTexts.show}
      anyCategory={t('filters.anyCategory')}
      below={(draft) => <SaveSearchButton kind={kind} search={draft} />}
    >
      {(draft, change) => (
        <>
          <AmountRange label={t(filterTexts.budget)} ends={ends} amounts={draft} onChange={change} />
          {(Object.keys(filterGroups) as FilterGroup[]).map((group) => (
            <ChipGroup<string>
              key={group}
              label={t(names[group])}
              options={filterValues(kind, group).map((value) => ({
                value,
                label: filterLabel(t, kind, group, value),
                mark:
                  group === 'competition'
                    ? (isPressed) => competitionMeter(value as CompetitionLevel, isPressed)
                    : undefined,
              }))}
              chosen={draft.chosen[group]}
              onChange={(values) => change({ chosen: { ...draft.chosen, [group]: values } })}
            />
          ))}
        </>
      )}
    </FilterSheet>
  )
}
