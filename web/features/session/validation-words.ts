import { useCallback } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Flaw } from '#web/ui/use-validity.ts'

type Bounded = { maxLength?: number; minLength?: number }

/** Error text of an invalid input. */
export function useValidationWords() {
  const { t } = useTranslation()
  return useCallback(
    (flaw: Flaw, control: object): string => {
      const { maxLength, minLength } = control as Bounded
      const words: Record<Flaw, () => string> = {
        required: () => t('validation.required'),
        select: () => t('validation.select'),
        short: () => t('validation.minLength', { min: minLength }),
        long: () => t('validation.maxLength', { max: maxLength }),
        number: () => t('validation.number'),
        link: () => t('validation.link'),
        past: () => t('validation.deadline'),
        range: () => t('validation.range'),
        custom: () => t('validation.wrong'),
      }
      return words[flaw]()
    },
    [t],
  )
}
