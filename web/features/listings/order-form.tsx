import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { OrderDraft } from './order-draft.ts'
import { OrderPaymentFields } from './order-payment-fields.tsx'
import { OrderTermsFields } from './order-terms-fields.tsx'
import { categories } from './queries.ts'
import { SkillsInput } from './skills-input.tsx'
import { useFormats } from './use-formats.ts'

export type FormPart = {
  draft: OrderDraft
  errors: Record<string, string>
  onChange: (part: Partial<OrderDraft>) => void
}

type OrderFormProps = FormPart & {
  form: RefObject<HTMLFormElement | null>
  events: { noValidate: boolean; onInput: (event: FormEvent<HTMLFormElement>) => void }
  disabled: boolean
  onSubmit: () => void
  children?: ReactNode
}

/** Everything an author says about an order; the last card is the screen's (`children`). */
export function OrderForm({ form, events, disabled, onSubmit, children, ...part }: OrderFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} {...events} onSubmit={submit}>
      <fieldset disabled={disabled} className="stack">
        <OrderTaskFields {...part} />
        <OrderPaymentFields {...part} />
        <OrderTermsFields {...part} />
        {children}
      </fieldset>
    </form>
  )
}

function OrderTaskFields({ draft, errors, onChange }: FormPart) {
  const { t } = useFormats()
  const list = useQuery(categories())
  const options = (list.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Card style={{ gap: 14 }}>
      <Field label={t('create.name')} required error={errors.title} hint={t('create.nameHint')}>
        {(control) => (
          <Textarea
            {...control}
            name="title"
            rows={1}
            minLength={limits.title.min}
            maxLength={limits.title.max}
            enterKeyHint="next"
            value={draft.title}
            onChange={(event) => onChange({ title: event.target.value.replace(/\n/g, ' ') })}
          />
        )}
      </Field>
      <Field label={t('create.description')} required error={errors.subtitle}>
        {(control) => (
          <Textarea
            {...control}
            name="subtitle"
            rows={4}
            minLength={limits.description.min}
            maxLength={limits.description.max}
            value={draft.subtitle}
            onChange={(event) => onChange({ subtitle: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('create.category')} required error={errors.category}>
        {(control) => (
          <Select
            {...control}
            name="category"
            placeholder={t('create.choose')}
            options={options}
            value={draft.category}
            onChange={(event) => onChange({ category: event.target.value })}
          />
        )}
      </Field>
      <SkillsInput skills={draft.skills} onChange={(skills) => onChange({ skills })} />
    </Card>
  )
}
