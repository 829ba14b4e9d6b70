import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatTotal, type Total } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { countPeople } from '#web/features/people/queries.ts'
import { countServices } from '#web/features/services/queries.ts'
import { Segment } from '#web/ui/segment.tsx'

export type ResultKind = 'people' | 'services'

type ResultKindsProps = {
  kind: ResultKind
  /** Number of results of the kind that is shown. */
  total: Total | undefined
  text: string
  /** True if mistakes in the words are not corrected. */
  isExact: boolean | undefined
  onChange: (kind: ResultKind) => void
}

/** Choice between people and their services, each with the number that the words find. */
export function ResultKinds({ kind, total, text, isExact, onChange }: ResultKindsProps) {
  const { t } = useTranslation()
  const words = text.trim() || undefined
  const people = useQuery({
    ...countPeople({ search: words }, isExact || undefined),
    enabled: kind !== 'people',
    placeholderData: keepPreviousData,
  })
  const services = useQuery({
    ...countServices({ query: words, is_exact: isExact || undefined }),
    enabled: kind !== 'services',
    placeholderData: keepPreviousData,
  })
  const totals = {
    people: kind === 'people' ? total : people.data?.pagination,
    services: kind === 'services' ? total : services.data,
  }
  const options = (['people', 'services'] as const).map((value) => ({
    value,
    label: (
      <>
        {t(`services.kind.${value}`)} <span className="num">{formatTotal(totals[value])}</span>
      </>
    ),
  }))
  return <Segment onPage label={t('services.kind')} options={options} value={kind} onChange={onChange} />
}
