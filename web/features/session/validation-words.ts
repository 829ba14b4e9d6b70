import { useCallback } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { ValidityProblem } from '#web/ui/use-validity.ts'

type LengthLimits = { maxLength?: number; minLength?: number }

/** Returns the error text of an invalid input. */
export function useValidationTexts() {
  const { t } = useTranslation()
  return useCallback(
    (flaw: ValidityProblem, control: object): string => {
      const { maxLength, minLength } = control as LengthLimits
      const messages: Record<ValidityProblem, () => string> = {
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
      return messages[flaw]()
    },
    [t],
  )
}
