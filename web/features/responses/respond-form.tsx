import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Field } from '#web/ui/field.tsx'
import { Counter, Input, Joined, Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

export type ResponseDraft = { text: string; price: string; currency: string; link: string }

type RespondFormProps = {
  /** Null for a vacancy, whose response is a letter alone. */
  order: Order | null
  form: RefObject<HTMLFormElement | null>
  validity: { errors: Record<string, string>; form: object }
  draft: ResponseDraft
  onChange: (part: Partial<ResponseDraft>) => void
  disabled: boolean
}

/** What a freelancer writes: the text, a price with its currency, a link to materials. */
export function RespondForm({ order, form, validity, draft, onChange, disabled }: RespondFormProps) {
  const { t, price, priced } = useFormats()
  const list = useQuery(currencies())
  const { max, warn } = limits.responseText
  const codes = list.data?.map(({ code }) => code) ?? [draft.currency]
  const announce =
    draft.text.length >= max
      ? t('respond.limit', { max })
      : t('respond.counterLabel', { count: max - draft.text.length })
  return (
    <form ref={form} {...validity.form} onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={disabled} className="stack" style={{ gap: 14 }}>
        <Field
          label={t('respond.text')}
          error={validity.errors.text}
          counter={<Counter count={draft.text.length} max={max} warn={warn} announce={announce} />}
        >
          {(control) => (
            <Textarea
              {...control}
              required
              name="text"
              rows={6}
              maxLength={max}
              placeholder={t('respond.textPlaceholder')}
              value={draft.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )}
        </Field>
        {order && (
          <>
            <Field
              label={t('respond.price')}
              error={validity.errors.price}
              hint={priced(order) ? t('respond.budget', { price: price(order) }) : undefined}
            >
              {(control) => (
                <Joined>
                  <Input
                    {...control}
                    name="price"
                    inputMode="decimal"
                    pattern="[\d\s]{1,13}([.,]\d{1,2})?"
                    placeholder={t('respond.pricePlaceholder')}
                    value={draft.price}
                    onChange={(event) => onChange({ price: event.target.value })}
                  />
                  <Select
                    aria-label={t('respond.currency')}
                    options={codes.map((code) => ({ value: code, label: code }))}
                    value={draft.currency}
                    onChange={(event) => onChange({ currency: event.target.value })}
                  />
                </Joined>
              )}
            </Field>
            <Field label={t('respond.link')} error={validity.errors.link}>
              {(control) => (
                <Input
                  {...control}
                  name="link"
                  type="url"
                  inputMode="url"
                  pattern="https://.+"
                  maxLength={limits.link.max}
                  placeholder={t('respond.linkPlaceholder')}
                  value={draft.link}
                  onChange={(event) => onChange({ link: event.target.value.trim() })}
                />
              )}
            </Field>
          </>
        )}
      </fieldset>
    </form>
  )
}
