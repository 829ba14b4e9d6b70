import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { nothing, Select } from '#web/ui/select.tsx'
import styles from './audit.module.css'

type Query = NonNullable<NonNullable<InputOf<'GET /api/admin/audit'>>['query']>
export type AuditFilter = Pick<Query, 'search' | 'actor_id' | 'action' | 'subject' | 'from' | 'to'>

/** Prefixes of action names in the audit. */
const actionPrefixes = [
  ...['moderation', 'listing', 'revision', 'report', 'user'],
  ...['payment', 'case', 'confirmation', 'currency', 'category', 'tariff'],
]
const subjects = ['listing', 'user', 'report', 'payment', 'payment_case', 'currency', 'category', 'tariff']

type AuditFiltersProps = { filter: AuditFilter; onChange: (filter: AuditFilter) => void }

/** Filters of the audit by text, actor, action, subject and days. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { t } = useAdminFormats()
  const staff = useQuery(query('GET /api/admin/users', { query: { group: 'staff', per_page: 100 } })).data
  const set = (name: keyof AuditFilter) => (value: string | number) =>
    onChange({ ...filter, [name]: value === nothing ? '' : value })
  const selectField = (
    name: 'actor_id' | 'action' | 'subject',
    label: string,
    all: string,
    options: { value: string; label: string }[],
  ) => (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={String(filter[name] || nothing)}
          placeholder={all}
          options={options}
          onChange={(event) => set(name)(event.target.value)}
        />
      )}
    </Field>
  )
  const dayField = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="date"
          value={filter[name] ?? ''}
          onChange={(event) => set(name)(event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <div className="stack">
      <SearchRow label={t('admin.audit.search')} text={filter.search ?? ''} onText={set('search')} />
      <Card className={styles.filters}>
        {selectField(
          'actor_id',
          t('admin.audit.actor'),
          t('admin.audit.anybody'),
          (staff?.items ?? []).map(({ id, full_name }) => ({ value: String(id), label: full_name })),
        )}
        {selectField(
          'action',
          t('admin.audit.what'),
          t('admin.audit.anything'),
          actionPrefixes.map((value) => ({ value, label: t(`admin.audit.group.${value}`) })),
        )}
        {selectField(
          'subject',
          t('admin.audit.about'),
          t('admin.audit.anyAbout'),
          subjects.map((value) => ({ value, label: t(`admin.audit.kind.${value}`) })),
        )}
        {dayField('from', t('admin.audit.from'))}
        {dayField('to', t('admin.audit.to'))}
      </Card>
    </div>
  )
}
