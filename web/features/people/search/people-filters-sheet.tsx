import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { totalValues } from '#web/client/totals.ts'
import { SkillsInput } from '#web/features/listing-form/fields/skills-input.tsx'
import { useCategoryOptions } from '#web/features/listings/fields/category-options.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { countPeople } from '#web/features/people/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { nothing, Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import {
  countPeopleFilters,
  experiences,
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

/** Filters of the search for people; the button shows the number of results. */
export default function PeopleFiltersSheet({ search, onApply, ...sheet }: PeopleFiltersSheetProps) {
  const { t, decimal } = useFormats()
  const [draft, setDraft] = useState(search)
  const counted = useDebounced(draft)
  const change = (part: Partial<PeopleSearch>) => setDraft({ ...draft, ...part })
  const found = useQuery({ ...countPeople(peopleFilters(counted)), placeholderData: keepPreviousData })
  const total = found.data?.pagination
  const fields = useCategoryOptions('filter')

  return (
    <Sheet
      {...sheet}
      title={t('filters.title')}
      gripLabel={t('a11y.sheetGrip')}
      action={
        <Button
          small
          variant="ghost"
          disabled={countPeopleFilters(draft) === 0}
          onClick={() => change(noPeopleFilters)}
        >
          {t('common.reset')}
        </Button>
      }
      footer={
        <Button wide onClick={() => onApply(draft)}>
          {total?.total === 0 ? t('filters.none') : t('people.show', totalValues(total))}
        </Button>
      }
    >
      <Field label={t('filters.category')}>
        {(control) => (
          <Select
            {...control}
            placeholder={t('people.anySpeciality')}
            options={fields}
            value={draft.category || nothing}
            onChange={({ target }) => change({ category: target.value === nothing ? '' : target.value })}
          />
        )}
      </Field>
      <ChipGroup
        label={t('filters.experience')}
        options={experiences.map((value) => ({ value, label: t(`option.experience.${value}`) }))}
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
      <Field label={t('people.city')}>
        {(control) => (
          <Input
            {...control}
            maxLength={64}
            value={draft.city}
            onChange={(event) => change({ city: event.target.value })}
          />
        )}
      </Field>
      <SkillsInput
        skills={draft.skills}
        max={limits.skills.count}
        onChange={(skills) => change({ skills })}
      />
    </Sheet>
  )
}
