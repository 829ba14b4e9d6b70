import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompetitionLevel } from '#contract/options.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { Input, RangeRow } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Meter } from '#web/ui/signals.tsx'
import {
  countFilters,
  type FilterGroup,
  filterGroups,
  filtersOf,
  noFilters,
  type OrderSearch,
} from './order-search.ts'
import { countOrders, currencies } from './queries.ts'

type FiltersSheetProps = {
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
}
const meterTones: Record<string, string> = { low: 'good', medium: 'muted', high: 'warn' }
const words: Record<string, string> = {
  fixed: 'option.workFormat.fixedShort',
  hourly: 'option.workFormat.hourlyShort',
  project: 'option.jobType.project',
  part_time: 'option.jobType.partTime',
  full_day: 'option.jobType.fullDay',
}

/** Filters of the order search; the button counts what they would show. */
export default function FiltersSheet({ search, open, onApply, onClose, onClosed }: FiltersSheetProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(search)
  const [counted, setCounted] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setCounted(draft), countAfterMs)
    return () => clearTimeout(timer)
  }, [draft])
  const found = useQuery({ ...countOrders(filtersOf(counted)), placeholderData: keepPreviousData })
  const total = found.data?.pagination.total
  const list = useQuery(currencies())

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
        <Button wide onClick={() => onApply(draft)}>
          {total === 0 ? t('filters.none') : t('filters.show', { count: total ?? 0 })}
        </Button>
      }
    >
      <FieldGroup label={t('filters.budget')}>
        <RangeRow>
          <Input
            inputMode="decimal"
            aria-label={`${t('filters.budget')}, ${t('filters.from')}`}
            placeholder={t('filters.from')}
            value={draft.from}
            onChange={(event) => setDraft({ ...draft, from: event.target.value })}
          />
          <Input
            inputMode="decimal"
            aria-label={`${t('filters.budget')}, ${t('filters.to')}`}
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
                {t(words[value] ?? `option.${group}.${value}`)}
              </Chip>
            ))}
          </Chips>
        </FieldGroup>
      ))}
    </Sheet>
  )
}
