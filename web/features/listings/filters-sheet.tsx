import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { CompetitionLevel } from '#contract/options.ts'
import { SaveSearchButton } from '#web/features/searches/save-search-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { Field, FieldGroup } from '#web/ui/field.tsx'
import { Input, RangeRow } from '#web/ui/input.tsx'
import { nothing, Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Meter } from '#web/ui/signals.tsx'
import { filterWord, ownFilterWords } from './filter-words.ts'
import {
  countFilters,
  type FilterGroup,
  filterGroups,
  filtersOf,
  noFilters,
  type OrderSearch,
} from './order-search.ts'
import { categories, countListings, currencies } from './queries.ts'

type FiltersSheetProps = {
  kind: ListingKind
  search: OrderSearch
  open: boolean
  onApply: (search: OrderSearch) => void
  onClose: () => void
  onClosed: () => void
}

const countAfterMs = 300
const names: Record<FilterGroup, string> = {
  experience: 'filters.experience',
  payment_format: 'filters.workFormat',
  job_type: 'filters.jobType',
  competition: 'filters.competition',
  marks: 'filters.marks',
}
const meterTones: Record<string, string> = { low: 'good', medium: 'muted', high: 'warn' }
/** Filters of the search of orders or vacancies; the button counts what they would show. */
export default function FiltersSheet({ kind, search, open, onApply, onClose, onClosed }: FiltersSheetProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(search)
  const [counted, setCounted] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setCounted(draft), countAfterMs)
    return () => clearTimeout(timer)
  }, [draft])
  const found = useQuery({ ...countListings(kind, filtersOf(counted)), placeholderData: keepPreviousData })
  const total = found.data?.pagination.total
  const list = useQuery(currencies())
  const fields = useQuery(categories())
  const own = ownFilterWords[kind]

  const toggle = (group: FilterGroup, value: string) => {
    const values = draft.chosen[group]
    const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
    setDraft({ ...draft, chosen: { ...draft.chosen, [group]: next } })
  }
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
            {total === 0 ? t('filters.none') : t(own.show, { count: total ?? 0 })}
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
            options={(fields.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
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
          <Select
            aria-label={t('create.currency')}
            options={(list.data ?? []).map(({ id, symbol, code }) => ({
              value: String(id),
              label: symbol || code,
            }))}
            value={draft.currency}
            onChange={(event) => setDraft({ ...draft, currency: event.target.value })}
          />
        </RangeRow>
      </FieldGroup>
      {(Object.keys(filterGroups) as FilterGroup[]).map((group) => (
        <FieldGroup key={group} label={t(names[group])}>
          <Chips label={t(names[group])}>
            {filterGroups[group].map((value) => (
              <Chip
                key={value}
                pressed={draft.chosen[group].includes(value)}
                onClick={() => toggle(group, value)}
              >
                {group === 'competition' && (
                  <span className={draft.chosen[group].includes(value) ? undefined : meterTones[value]}>
                    <Meter level={value as CompetitionLevel} />
                  </span>
                )}
                {filterWord(t, kind, group, value)}
              </Chip>
            ))}
          </Chips>
        </FieldGroup>
      ))}
    </Sheet>
  )
}
