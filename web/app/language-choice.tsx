import { useState } from 'react'
import { type Language, languages } from '#contract/languages.ts'
import { currentLanguage, showLanguage } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/mark.tsx'
import { Page } from '#web/ui/page.tsx'
import styles from './language-choice.module.css'

/** Asks a new user for the language. Telegram's language is preselected. A choice takes effect at once. */
export function LanguageChoice({ onChosen }: { onChosen: (language: Language) => void }) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState(currentLanguage)
  const chooseLanguage = (nextLanguage: Language) => {
    haptic('selection')
    setLanguage(nextLanguage)
    // Errors of the preview are ignored here. If the texts fail to load, confirming the language shows an error.
    showLanguage(nextLanguage).catch(() => undefined)
  }
  return (
    <Page centred>
      <div className={styles.column}>
        <div className={styles.head}>
          <span className={styles.tile}>
            <Logo size={56} />
          </span>
          <h1>{t('language.title')}</h1>
          <p className="sub muted">{t('language.subtitle')}</p>
        </div>
        <fieldset className={styles.list} aria-label={t('language.title')}>
          {languages.map((option) => (
            <label key={option}>
              <span className="head">{t(`language.${option}`)}</span>
              <input
                type="radio"
                name="language"
                checked={option === language}
                onChange={() => chooseLanguage(option)}
              />
            </label>
          ))}
        </fieldset>
        <Button wide onClick={() => onChosen(language)}>
          {t('common.continue')}
        </Button>
        <p className={`cap muted ${styles.hint}`}>{t('language.hint')}</p>
      </div>
    </Page>
  )
}
