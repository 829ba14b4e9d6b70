import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { channelPaces, channelQuietHours } from '#contract/channels.ts'
import { languages } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { clockTime } from '#contract/quiet-hours.ts'
import type { AdminChannel } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { useCategoryOptions } from '#web/features/listings/fields/category-options.ts'
import { categories } from '#web/features/listings/queries.ts'
import { Chips, RemovableChip } from '#web/ui/chip.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form-field.tsx'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { ButtonSelect, nothing } from '#web/ui/select.tsx'

export type ChannelSettings = Pick<AdminChannel, 'kind' | 'language' | 'per_hour' | 'is_quiet'> & {
  category_ids: number[]
}

export const settingsOf = (channel: AdminChannel): ChannelSettings => ({
  kind: channel.kind,
  category_ids: channel.categories.map(({ id }) => id),
  language: channel.language,
  per_hour: channel.per_hour,
  is_quiet: channel.is_quiet,
})

const kinds = ['all', 'order', 'vacancy'] as const
const quietTimes = {
  from: clockTime(channelQuietHours.quiet_from),
  // The word joiner keeps both times in one line.
  to: `\u2060${clockTime(channelQuietHours.quiet_to)}`,
}

type ChannelFieldsProps = { value: ChannelSettings; onChange: (value: ChannelSettings) => void }

/** Fields that say which listings a channel takes, and when. */
export function ChannelFields({ value, onChange }: ChannelFieldsProps) {
  const { t } = useAdminFormats()
  const { data = [] } = useQuery(categories())
  const options = useCategoryOptions('filter')
  const change = (part: Partial<ChannelSettings>) => onChange({ ...value, ...part })
  const { kind, category_ids, language, per_hour, is_quiet } = value
  const nameOf = (id: number) => data.find((one) => one.id === id)?.name ?? String(id)
  const freeOptions = options.map((group) => ({
    ...group,
    options: group.options.filter((one) => !category_ids.includes(Number(one.value))),
  }))
  return (
    <>
      <FieldGroup label={t('admin.channels.kinds')}>
        <Segment
          label={t('admin.channels.kinds')}
          options={kinds.map((one) => ({ value: one, label: t(`admin.channels.kind.${one}`) }))}
          value={kind ?? 'all'}
          onChange={(next) => change({ kind: next === 'all' ? null : next })}
        />
      </FieldGroup>
      <FieldGroup
        label={t('admin.channels.categories')}
        {...(category_ids.length === 0 && { hint: t('admin.channels.categories.all') })}
      >
        <Chips label={t('admin.channels.categories')}>
          {category_ids.map((id) => (
            <RemovableChip
              key={id}
              removeLabel={t('filters.remove', { name: nameOf(id) })}
              onRemove={() => change({ category_ids: category_ids.filter((other) => other !== id) })}
            >
              {nameOf(id)}
            </RemovableChip>
          ))}
          {category_ids.length < limits.channels.categories && (
            <ButtonSelect
              icon={Plus}
              label={t('admin.channels.categories.add')}
              placeholder={t('admin.channels.categories.add')}
              options={freeOptions}
              value={nothing}
              onChange={({ target }) =>
                target.value !== nothing && change({ category_ids: [...category_ids, Number(target.value)] })
              }
            />
          )}
        </Chips>
      </FieldGroup>
      <div className="pair">
        <SelectField
          label={t('admin.channels.language')}
          placeholder={t('option.language.any')}
          options={languages.map((one) => ({ value: one, label: t(`option.language.${one}`) }))}
          value={language ?? nothing}
          onValue={(next) => change({ language: languages.find((one) => one === next) ?? null })}
        />
        <SelectField
          label={t('admin.channels.pace')}
          options={channelPaces.map((count) => ({
            value: String(count),
            label: t('admin.channels.pace.hour', { count }),
          }))}
          value={String(per_hour)}
          onValue={(next) => change({ per_hour: Number(next) })}
        />
      </div>
      <List inside>
        <SwitchCell
          title={t('admin.channels.night', quietTimes)}
          note={t('admin.channels.night.zone')}
          checked={is_quiet}
          onChange={(on) => change({ is_quiet: on })}
        />
      </List>
    </>
  )
}
