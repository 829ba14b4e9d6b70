import { limits } from '#contract/limits.ts'
import { offeredExperience } from '#contract/options.ts'
import { SkillsInput } from '#web/features/listing-form/fields/skills-input.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { FilterSheet } from '#web/features/listings/list/filter-sheet.tsx'
import { countPeople } from '#web/features/people/queries.ts'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import {
  countPeopleFilters,
  noPeopleFilters,
  type PeopleSearch,
  peopleFilters,
  peopleFlags,
  ratings,
} from './search-params.ts'

type PeopleFiltersSheetProps = {
  search: PeopleSearch
  open: boolean
  onApply: (search: PeopleSearch) => void
  onClose: () => void
  onClosed: () => void
}

/** Sheet with the filters of the search for people. */
export default function PeopleFiltersSheet(props: PeopleFiltersSheetProps) {
  const { t, decimal } = useFormats()
  return (
    <FilterSheet
      {...props}
      emptyFilters={noPeopleFilters}
      countFilters={countPeopleFilters}
      query={(draft) => countPeople(peopleFilters(draft), draft.isExact || undefined)}
      showText="people.show"
      anyCategory={t('people.anySpeciality')}
    >
      {(draft, change) => (
        <>
          <ChipGroup
            label={t('filters.experience')}
            options={offeredExperience.map((value) => ({ value, label: t(`option.experience.${value}`) }))}
            chosen={draft.experience}
            onChange={(experience) => change({ experience })}
          />
          <ChipGroup
            label={t('people.status')}
            options={peopleFlags.map((value) => ({ value, label: t(`people.status.${value}`) }))}
            chosen={draft.flags}
            onChange={(flags) => change({ flags })}
          />
          <ChipGroup
            label={t('people.ratingFrom')}
            options={ratings.map((value) => ({
              value,
              label: t('people.rating', { value: decimal(Number(value)) }),
            }))}
            chosen={ratings.filter((value) => value === draft.rating)}
            onChange={(chosen) => change({ rating: chosen.find((value) => value !== draft.rating) ?? '' })}
          />
          <InputField
            label={t('people.city')}
            placeholder={t('people.anyCity')}
            maxLength={64}
            value={draft.city}
            onValue={(city) => change({ city })}
          />
          <SkillsInput
            skills={draft.skills}
            max={limits.skills.count}
            onChange={(skills) => change({ skills })}
          />
        </>
      )}
    </FilterSheet>
  )
}
