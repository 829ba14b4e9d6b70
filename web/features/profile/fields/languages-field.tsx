import { Plus, X } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { languageLevels } from '#contract/options.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { spokenLanguages, useLanguageName } from '#web/features/people/page/language-names.ts'
import type { FormPart, LanguageDraft } from '#web/features/profile/draft/draft.ts'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ButtonSelect, nothing, Select } from '#web/ui/select.tsx'
import styles from './languages-field.module.css'

/** Languages with their levels. The last row adds a language. */
export function LanguagesField({ draft: { languages }, onChange }: FormPart) {
  const { t } = useTranslation()
  const nameOf = useLanguageName()
  const unusedCodes = spokenLanguages.filter((code) => !languages.some((language) => language.code === code))
  const setLanguages = (next: LanguageDraft[]) => onChange({ languages: next })
  return (
    <Card className="stack">
      <h2 className="head">{t('user.languages')}</h2>
      {languages.map((language) => (
        <div key={language.code} className={styles.row}>
          <span className="grow ellipsis">{nameOf(language.code)}</span>
          <Select
            aria-label={t('profileEdit.level', { name: nameOf(language.code) })}
            placeholder={t('profileEdit.noLevel')}
            options={languageLevels.map((value) => ({ value, label: t(`level.${value}`) }))}
            value={language.level || nothing}
            onChange={({ target }) =>
              setLanguages(
                languages.map((other) =>
                  other.code === language.code
                    ? { ...other, level: target.value === nothing ? '' : target.value }
                    : other,
                ),
              )
            }
          />
          <IconButton
            icon={X}
            label={t('profileEdit.removeLanguage', { name: nameOf(language.code) })}
            onClick={() => setLanguages(languages.filter(({ code }) => code !== language.code))}
          />
        </div>
      ))}
      {languages.length < limits.languages.count && (
        <ButtonSelect
          icon={Plus}
          label={t('profileEdit.addLanguage')}
          placeholder={t('profileEdit.addLanguage')}
          options={unusedCodes.map((code) => ({ value: code, label: nameOf(code) }))}
          value={nothing}
          onChange={({ target }) =>
            target.value !== nothing && setLanguages([...languages, { code: target.value, level: '' }])
          }
        />
      )}
    </Card>
  )
}
