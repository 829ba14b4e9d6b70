import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { AmountField } from '#web/features/listings/fields/amount-field.tsx'
import { useCategoryOptions } from '#web/features/listings/fields/category-options.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { terms } from '#web/features/people/queries.ts'
import type { ServiceDraft } from '#web/features/profile/draft/draft.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField, SelectField, TextareaField } from '#web/ui/form-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { nothing } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { type OfferedPicture, ServicePictures } from './service-pictures.tsx'
import { ServiceQuestions } from './service-questions.tsx'

/** A number from 1 to 365. */
const daysPattern = '[1-9]\\d?|[12]\\d\\d|3[0-5]\\d|36[0-5]'

type ServiceSheetProps = {
  /** The service to edit. `null` for a new service. */
  service: ServiceDraft | null
  /** Currency and category of a new service. */
  currency: string
  category: string
  /** Pictures of the own portfolio. */
  pictures: OfferedPicture[]
  open: boolean
  onSave: (service: ServiceDraft) => void
  onRemove: (service: ServiceDraft) => void
  onClose: () => void
  onClosed: () => void
}

/** Form of one service: what it is, what it costs, how long it takes, and what the client has to tell. */
export default function ServiceSheet(props: ServiceSheetProps) {
  const { service, currency, category, pictures, onSave, onRemove, ...sheet } = props

  const { t } = useFormats()
  const [draft, setDraft] = useState<ServiceDraft>(
    () =>
      service ?? {
        key: crypto.randomUUID(),
        id: null,
        name: '',
        description: '',
        price: '',
        currency,
        term: '',
        category,
        days: '',
        questions: [],
        works: [],
      },
  )
  const form = useRef<HTMLFormElement>(null)
  const { errors, form: events, check } = useValidity(useValidationTexts())
  const units = useQuery(terms()).data ?? []
  const categories = useCategoryOptions('leaf', Number(draft.category) || null)
  // A new service is priced per project, the first unit, until another one is chosen.
  const term = draft.term || (service ? '' : String(units[0]?.id ?? ''))
  const changeDraft = (part: Partial<ServiceDraft>) => setDraft({ ...draft, ...part })
  const saveService = () => {
    if (form.current && check(form.current)) onSave({ ...draft, term })
  }
  return (
    <Sheet
      {...sheet}
      title={t(service ? 'profileEdit.service' : 'profileEdit.newService')}
      action={
        service && (
          <IconButton
            icon={Trash2}
            label={t('profileEdit.removeService', { name: service.name })}
            onClick={() => onRemove(service)}
          />
        )
      }
      footer={
        <Button wide onClick={saveService}>
          {t(service ? 'profileEdit.keepService' : 'profileEdit.addService')}
        </Button>
      }
    >
      <form
        ref={form}
        {...events}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          // The submit event is stopped, because React would pass it on to the profile's form, which renders this
          // sheet.
          event.stopPropagation()
          saveService()
        }}
      >
        <InputField
          label={t('profileEdit.serviceName')}
          required
          error={errors.service}
          name="service"
          maxLength={120}
          value={draft.name}
          onValue={(name) => changeDraft({ name })}
        />
        <TextareaField
          label={t('profileEdit.serviceText')}
          error={errors.text}
          name="text"
          rows={3}
          maxLength={2000}
          hint={t('profileEdit.serviceTextHint')}
          value={draft.description}
          onValue={(description) => changeDraft({ description })}
        />
        <div className="pair-price">
          <AmountField
            label={t('profileEdit.servicePrice')}
            name="price"
            placeholder={t('profileEdit.servicePriceNone')}
            error={errors.price}
            value={draft.price}
            onValue={(price) => changeDraft({ price })}
            currency={draft.currency}
            onCurrency={(currency) => changeDraft({ currency })}
          />
          <SelectField
            label={t('profileEdit.serviceUnit')}
            placeholder={term ? undefined : t('common.notSpecified')}
            options={units.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={term || nothing}
            onValue={(chosenTerm) => changeDraft({ term: chosenTerm })}
          />
        </div>
        <InputField
          label={t('profileEdit.serviceDays')}
          error={errors.days && t('profileEdit.serviceDaysWrong', { max: limits.services.days })}
          name="days"
          inputMode="numeric"
          pattern={daysPattern}
          maxLength={3}
          placeholder={t('profileEdit.servicePriceNone')}
          value={draft.days}
          onValue={(value) => changeDraft({ days: value.trim() })}
        />
        <SelectField
          label={t('profileEdit.serviceCategory')}
          placeholder={draft.category ? undefined : t('common.notSpecified')}
          options={categories}
          value={draft.category || nothing}
          onValue={(chosenCategory) => changeDraft({ category: chosenCategory })}
        />
        <ServiceQuestions
          questions={draft.questions}
          errors={errors}
          onChange={(questions) => changeDraft({ questions })}
        />
        <ServicePictures
          pictures={pictures}
          chosen={draft.works}
          onChange={(works) => changeDraft({ works })}
        />
      </form>
    </Sheet>
  )
}
