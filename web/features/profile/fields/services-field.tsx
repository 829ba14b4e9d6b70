import { ChevronRight, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useServicePrice } from '#web/features/people/page/person-sections.tsx'
import type { FormPart, ServiceDraft } from '#web/features/profile/draft/draft.ts'
import type { useWorks } from '#web/features/profile/draft/works-draft.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './services-field.module.css'

const ServiceSheet = lazySheet(() => import('./service-sheet.tsx'))

type ServicesFieldProps = FormPart & { works: ReturnType<typeof useWorks> }

/** Services in the profile form. A click on a service opens it in a sheet, as does the link on the page of a service. */
export function ServicesField({ draft, works, errors, onChange }: ServicesFieldProps) {
  const { t } = useTranslation()
  const sheet = useSheet()
  const [edited, setEdited] = useState<ServiceDraft | null>(null)
  const { services } = draft
  const openService = (service: ServiceDraft | null) => {
    setEdited(service)
    sheet.open()
  }
  const [params] = useSearchParams()
  const linked = services.find(({ id }) => id !== null && String(id) === params.get('service'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, on mount
  useEffect(() => {
    if (linked) openService(linked)
  }, [])
  const pictures = works.uploads.items.flatMap((item) =>
    item.stored
      ? [{ file_id: item.stored.id, title: works.wordsOf(item).title || item.name, preview: item.preview }]
      : [],
  )
  const keepService = (service: ServiceDraft) => {
    const isKnown = services.some(({ key }) => key === service.key)
    onChange({
      services: isKnown
        ? services.map((other) => (other.key === service.key ? service : other))
        : [...services, service],
    })
    sheet.close()
  }
  const removeService = (service: ServiceDraft) => {
    onChange({ services: services.filter(({ key }) => key !== service.key) })
    sheet.close()
  }
  return (
    <Card className="stack">
      <h2 className="head">{t('profileEdit.services')}</h2>
      {services.map((service) => (
        <ServiceRow key={service.key} service={service} onOpen={() => openService(service)} />
      ))}
      {errors.services && (
        <p role="alert" className="cap bad">
          {errors.services}
        </p>
      )}
      {services.length < limits.services.count && (
        <div>
          <Button small variant="soft" icon={Plus} onClick={() => openService(null)}>
            {t('profileEdit.addService')}
          </Button>
        </div>
      )}
      {sheet.isMounted && (
        <ServiceSheet
          {...sheet.props}
          service={edited}
          currency={draft.currency_id}
          category={draft.category_id}
          pictures={pictures}
          onSave={keepService}
          onRemove={removeService}
        />
      )}
    </Card>
  )
}

type ServiceRowProps = { service: ServiceDraft; onOpen: () => void }

function ServiceRow({ service, onOpen }: ServiceRowProps) {
  const { amount, per } = useServicePrice()({
    service_price: parseAmount(service.price),
    service_currency_id: Number(service.currency),
    terms_id: service.term ? Number(service.term) : null,
  })
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={cx('grow', styles.words)}>
        {service.name}
        {service.description && <small className="ellipsis">{service.description}</small>}
      </span>
      <span className={styles.price}>
        <b className="num">{amount}</b>
        {per && <small>{per}</small>}
      </span>
      <ChevronRight className="i16" />
    </button>
  )
}
