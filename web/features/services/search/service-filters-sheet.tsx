import { useTranslation } from '#web/client/use-translation.ts'
import { AmountRange } from '#web/features/listings/fields/amount-field.tsx'
import { FilterSheet } from '#web/features/listings/list/filter-sheet.tsx'
import { countServices } from '#web/features/services/queries.ts'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import {
  countServiceFilters,
  noServiceFilters,
  offeredDays,
  type ServiceSearch,
  serviceQueryOf,
} from './search-params.ts'

type ServiceFiltersSheetProps = {
  search: ServiceSearch
  open: boolean
  onApply: (search: ServiceSearch) => void
  onClose: () => void
  onClosed: () => void
}

/** Sheet with the filters of the search for services. */
export default function ServiceFiltersSheet(props: ServiceFiltersSheetProps) {
  const { t } = useTranslation()
  const ends = {
    from: `${t('services.price')}, ${t('filters.from')}`,
    to: `${t('services.price')}, ${t('filters.to')}`,
  }
  return (
    <FilterSheet
      {...props}
      emptyFilters={noServiceFilters}
      countFilters={countServiceFilters}
      query={(draft) => countServices(serviceQueryOf(draft))}
      showText="services.show"
      anyCategory={t('filters.anyCategory')}
    >
      {(draft, change) => (
        <>
          <AmountRange label={t('services.price')} ends={ends} amounts={draft} onChange={change} />
          <ChipGroup
            label={t('services.days')}
            options={offeredDays.map((value) => ({ value, label: t(`services.daysTo.${value}`) }))}
            chosen={offeredDays.filter((value) => value === draft.days)}
            onChange={(chosen) => change({ days: chosen.find((value) => value !== draft.days) ?? '' })}
          />
        </>
      )}
    </FilterSheet>
  )
}
