import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { defaultResponseCurrency } from '#contract/options.ts'
import { AmountField } from '#web/features/listings/amount-field.tsx'
import { MarketRange } from '#web/features/listings/market-range.tsx'
import { readAmount } from '#web/features/listings/money.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { FilesField } from './files-field.tsx'
import { LetterField } from './letter-field.tsx'
import { ResponsesToday } from './responses-today.tsx'
import { Templates } from './templates.tsx'
import { usePriceInOrder } from './use-price-in-order.ts'
import type { useResponseFiles } from './use-response-files.ts'

export type ResponseDraft = {
  text: string
  price: string
  currency: string
  link: string
  /** In the order of the questions; absent where a response that was sent is edited. */
  answers?: string[]
}

type RespondFormProps = {
  /** Null for a vacancy, whose response is a letter alone. */
  order: Order | null
  form: RefObject<HTMLFormElement | null>
  validity: { errors: Record<string, string>; form: object }
  draft: ResponseDraft
  onChange: (part: Partial<ResponseDraft>) => void
  disabled: boolean
  /** None where a response that was sent is edited. */
  files?: ReturnType<typeof useResponseFiles>
}

/** What a freelancer writes: the text, a price with its currency, a link to materials. */
export function RespondForm({ order, form, validity, draft, onChange, disabled, files }: RespondFormProps) {
  const { t } = useFormats()
  const near = useNearCurrencies(order)
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
        {files && <Templates text={draft.text} onText={(text) => onChange({ text })} />}
        {order && files && (
          <AnswerFields
            questions={order.questions}
            errors={validity.errors}
            answers={draft.answers ?? []}
            onAnswers={(answers) => onChange({ answers })}
          />
        )}
        {order && (
          <>
            <AmountField
              byCode
              label={t('respond.price')}
              name="price"
              error={validity.errors.price}
              hint={<PriceHint order={order} draft={draft} />}
              near={near}
              placeholder={t('respond.pricePlaceholder')}
              value={draft.price}
              onValue={(price) => onChange({ price })}
              currency={draft.currency}
              onCurrency={(currency) => onChange({ currency })}
            />
            {order.category_id !== null && order.payment_format === 'fixed' && (
              <MarketRange
                category_id={order.category_id}
                price={readAmount(draft.price)}
                code={draft.currency}
              >
                {files && t('place.third.later')}
              </MarketRange>
            )}
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
        {files && <FilesField uploads={files.uploads} />}
        {files && <ResponsesToday />}
      </fieldset>
    </form>
  )
}

/** The specified default and the currency of the budget, where they differ. */
function useNearCurrencies(order: Order | null) {
  const { data } = useQuery(currencies())
  const usual = data?.find(({ code }) => code === defaultResponseCurrency)
  const own = order?.currency
  return usual && own && own.id !== usual.id ? [usual, own] : undefined
}

/** About how much the typed price is in the order's currency, beside the budget. */
function PriceHint({ order, draft }: { order: Order; draft: ResponseDraft }) {
  const { t, money, price, priced } = useFormats()
  const typed = usePriceInOrder(order, draft)
  const about = typed && !typed.isSame && typed.about !== null ? money(typed.about, typed.to) : null
  if (about === null) return priced(order) ? t('respond.budget', { price: price(order) }) : null
  return (
    <>
      <b className="num">
        ≈{'\u00a0'}
        {about}
      </b>
      {priced(order) && ` · ${t('respond.budgetBeside', { price: price(order) })}`}
    </>
  )
}
