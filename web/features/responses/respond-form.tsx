import type { RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { AmountField } from '#web/features/listings/amount-field.tsx'
import type { Order } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { LetterField } from './letter-field.tsx'

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
  return (
    <form ref={form} {...validity.form} onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={disabled} className="stack" style={{ gap: 14 }}>
        <LetterField
          label={t('respond.text')}
          placeholder={t('respond.textPlaceholder')}
          error={validity.errors.text}
          value={draft.text}
          onValue={(text) => onChange({ text })}
        />
        {order && (
          <>
            <AmountField
              byCode
              label={t('respond.price')}
              name="price"
              error={validity.errors.price}
              hint={priced(order) ? t('respond.budget', { price: price(order) }) : undefined}
              placeholder={t('respond.pricePlaceholder')}
              value={draft.price}
              onValue={(price) => onChange({ price })}
              currency={draft.currency}
              onCurrency={(currency) => onChange({ currency })}
            />
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
