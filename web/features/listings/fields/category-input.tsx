import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { categories } from '#web/features/listings/queries.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { cx } from '#web/ui/class-names.ts'
import fields from '#web/ui/field.module.css'
import type { ControlProps } from '#web/ui/field.tsx'
import { nothing } from '#web/ui/select.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './category-input.module.css'
import { rememberCategory } from './recent-categories.ts'

const CategorySheet = lazySheet(() => import('./category-sheet.tsx'))

type CategoryInputProps = ControlProps & { name: string; value: string; onChange: (id: string) => void }

/** Button that opens a category picker in a sheet. A hidden input takes part in the form's validation. */
export function CategoryInput({ name, value, onChange, required, id, ...control }: CategoryInputProps) {
  const { t } = useTranslation()
  const sheet = useSheet()
  const button = useRef<HTMLButtonElement>(null)
  const checked = useRef<HTMLInputElement>(null)
  const { data = [] } = useQuery(categories())
  const chosenCategory = data.find(({ id }) => String(id) === value)
  const group = data.find(({ id }) => id === chosenCategory?.parent_id)
  // A closed category is offered only if it is already selected.
  const offeredCategories = data.filter((one) => !one.is_closed || one === chosenCategory || one === group)
  const isMissing = required && value === nothing

  // Dispatches an input event, so that the form's validation updates after each choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: dispatched after each choice
  useEffect(() => {
    checked.current?.setCustomValidity(isMissing ? 'category' : '')
    checked.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [isMissing, value])

  return (
    <span className={styles.place}>
      <button
        id={id}
        ref={button}
        aria-describedby={cx(`${id}-value`, control['aria-describedby'])}
        type="button"
        aria-haspopup="dialog"
        className={cx(fields.input, styles.button)}
        onClick={sheet.open}
      >
        <span id={`${id}-value`} className={cx('ellipsis', !chosenCategory && 'muted')}>
          {chosenCategory
            ? [group?.name, chosenCategory.name].filter(Boolean).join(' › ')
            : t('create.choose')}
        </span>
        <ChevronsUpDown className="i16" />
      </button>
      <input
        ref={checked}
        className="visually-hidden"
        name={name}
        data-problem="category"
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onFocus={() => button.current?.focus()}
      />
      {sheet.isMounted && (
        <CategorySheet
          {...sheet.props}
          list={offeredCategories}
          value={value}
          onChoose={(id) => {
            rememberCategory(id)
            onChange(id)
            sheet.close(() => button.current?.focus())
          }}
        />
      )}
    </span>
  )
}
