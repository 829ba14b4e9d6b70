import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { defaultResponseCurrency } from '#contract/options.ts'
import { AmountField } from '#web/features/listings/fields/amount-field.tsx'
import { MarketRange } from '#web/features/listings/fields/market-range.tsx'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { Order } from '#web/features/listings/types.ts'
import { AnswerFields } from '#web/features/responses/fields/answer-fields.tsx'
import { FilesField } from '#web/features/responses/fields/files-field.tsx'
import { Templates } from '#web/features/responses/fields/templates.tsx'
import { ResponseTextField } from '#web/features/responses/fields/text-field.tsx'
import { usePriceInOrder } from '#web/features/responses/fields/use-price-in-order.ts'
import type { useResponseFiles } from '#web/features/responses/fields/use-response-files.ts'
import { InputField } from '#web/ui/form-field.tsx'
import { ResponsesToday } from './responses-today.tsx'

export type ResponseDraft = {
  text: string
  price: string
  currency: string
  link: string
  /** Answers in the order of the author's questions. They are undefined when a sent response is edited. */
  answers?: string[]
}

type RespondFormProps = {
  /** The order, which names the budget. `null` in the form for a vacancy, which has no price. */
  order: Order | null
  form: RefObject<HTMLFormElement | null>
  validity: { errors: Record<string, string>; form: object }
  draft: ResponseDraft
  onChange: (part: Partial<ResponseDraft>) => void
  disabled: boolean
  /** True if the list of templates is open. */
  hasTemplates?: boolean
  /** Uploads of work samples. They are undefined when a sent response is edited. */
  files?: ReturnType<typeof useResponseFiles>
}

/** Form of a response: text, answers, price, link to materials, files. */
export function RespondForm(props: RespondFormProps) {
  const { order, form, validity, draft, onChange, disabled, hasTemplates, files } = props
  const { t } = useFormats()
  const suggestedCurrencies = useSuggestedCurrencies(order)
  return (
    <form ref={form} {...validity.form} onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={disabled} className="stack">
        {hasTemplates && <Templates text={draft.text} onText={(text) => onChange({ text })} />}
        <ResponseTextField
          label={t('respond.text')}
          placeholder={t('respond.textPlaceholder')}
          error={validity.errors.text}
          value={draft.text}
          onValue={(text) => onChange({ text })}
        />
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
              suggested={suggestedCurrencies}
              value={draft.price}
              onValue={(price) => onChange({ price })}
              currency={draft.currency}
              onCurrency={(currency) => onChange({ currency })}
            />
            {order.category_id !== null && order.payment_format === 'fixed' && (
              <MarketRange
                category_id={order.category_id}
                price={parseAmount(draft.price)}
                code={draft.currency}
              >
                {files && t('place.third.later')}
              </MarketRange>
            )}
            <InputField
              label={t('respond.link')}
              error={validity.errors.link}
              name="link"
              type="url"
              inputMode="url"
              pattern="https://.+"
              maxLength={limits.link.max}
              placeholder={t('respond.linkPlaceholder')}
              value={draft.link}
              onValue={(value) => onChange({ link: value.trim() })}
            />
          </>
        )}
        {files && <FilesField uploads={files.uploads} />}
        {files && <ResponsesToday />}
      </fieldset>
    </form>
  )
}

/** Returns the suggested currencies: the default currency, and the currency of the budget if it differs. */
function useSuggestedCurrencies(order: Order | null) {
  const { data } = useQuery(currencies())
  const usualCurrency = data?.find(({ code }) => code === defaultResponseCurrency)
  const orderCurrency = order?.currency
  return usualCurrency && orderCurrency && orderCurrency.id !== usualCurrency.id
    ? [usualCurrency, orderCurrency]
    : undefined
}

/** Shows the approximate amount of the typed price in the order's currency, beside the budget. */
function PriceHint({ order, draft }: { order: Order; draft: ResponseDraft }) {
  const { t, money, price, hasPrice } = useFormats()
  const typedPrice = usePriceInOrder(order, draft)
  const approximatePrice =
    typedPrice && !typedPrice.isSame && typedPrice.about !== null
      ? money(typedPrice.about, typedPrice.to)
      : null
  if (approximatePrice === null) return hasPrice(order) ? t('respond.budget', { price: price(order) }) : null
  return (
    <>
      <b className="num">
        ≈{'\u00a0'}
        {approximatePrice}
      </b>
      {hasPrice(order) && ` · ${t('respond.budgetBeside', { price: price(order) })}`}
    </>
  )
}
