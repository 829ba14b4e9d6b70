import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { CompetitionLevel } from '#contract/options.ts'
import { totalValues } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { CurrencySelect } from '#web/features/listings/fields/amount-field.tsx'
import { useCategoryOptions } from '#web/features/listings/fields/category-options.ts'
import { countListings } from '#web/features/listings/queries.ts'
import { filterLabel, filterTextsByKind } from '#web/features/search/params/filter-words.ts'
import {
  countFilters,
  type FilterGroup,
  filterGroups,
  noFilters,
  type OrderSearch,
  toApiFilters,
} from '#web/features/search/params/search-params.ts'
import { SaveSearchButton } from '#web/features/search/saved/save-search-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { Field, FieldGroup } from '#web/ui/field.tsx'
import { Input, RangeRow } from '#web/ui/input.tsx'
import { nothing, Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Meter } from '#web/ui/signals.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

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

function meter(level: CompetitionLevel, isPressed: boolean) {
  return (
    <span className={isPressed ? undefined : meterTones[level]}>
      <Meter level={level} />
    </span>
  )
}

/** Filters of the listing search; the button shows the number of results. */
export default function FiltersSheet({ kind, search, open, onApply, onClose, onClosed }: FiltersSheetProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(search)
  const counted = useDebounced(draft)
  const found = useQuery({ ...countListings(kind, toApiFilters(counted)), placeholderData: keepPreviousData })
  const total = found.data?.pagination
  const fields = useCategoryOptions('filter')
  const own = filterTextsByKind[kind]

  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('filters.title')}
      gripLabel={t('a11y.sheetGrip')}
      action={
        <Button
          small
          variant="ghost"
          disabled={countFilters(draft) === 0}
          onClick={() => setDraft({ ...draft, ...noFilters })}
        >
          {t('common.reset')}
        </Button>
      }
      footer={
        <>
          <Button wide onClick={() => onApply(draft)}>
            {total?.total === 0 ? t('filters.none') : t(own.show, totalValues(total))}
          </Button>
          <SaveSearchButton kind={kind} search={draft} />
        </>
      }
    >
      <Field label={t('filters.category')}>
        {(control) => (
          <Select
            {...control}
            placeholder={t('filters.anyCategory')}
            options={fields}
            value={draft.category || nothing}
            onChange={({ target }) =>
              setDraft({ ...draft, category: target.value === nothing ? '' : target.value })
            }
          />
        )}
      </Field>
      <FieldGroup label={t(own.budget)}>
        <RangeRow>
          <Input
            inputMode="decimal"
            aria-label={`${t(own.budget)}, ${t('filters.from')}`}
            placeholder={t('filters.from')}
            value={draft.from}
            onChange={(event) => setDraft({ ...draft, from: event.target.value })}
          />
          <Input
            inputMode="decimal"
            aria-label={`${t(own.budget)}, ${t('filters.to')}`}
            placeholder={t('filters.to')}
            value={draft.to}
            onChange={(event) => setDraft({ ...draft, to: event.target.value })}
          />
          <CurrencySelect
            currency={draft.currency}
            onCurrency={(currency) => setDraft({ ...draft, currency })}
          />
        </RangeRow>
      </FieldGroup>
      {(Object.keys(filterGroups) as FilterGroup[]).map((group) => (
        <ChipGroup<string>
          key={group}
          label={t(names[group])}
          options={filterGroups[group].map((value) => ({
            value,
            label: filterLabel(t, kind, group, value),
            mark:
              group === 'competition'
                ? (isPressed) => meter(value as CompetitionLevel, isPressed)
                : undefined,
          }))}
          chosen={draft.chosen[group]}
          onChange={(values) => setDraft({ ...draft, chosen: { ...draft.chosen, [group]: values } })}
        />
      ))}
    </Sheet>
  )
}
