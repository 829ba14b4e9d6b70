import { useTranslation } from 'react-i18next'

/** The name of a language in the reader's language, with a capital letter. */
export function useLanguageName(): (code: string) => string {
  const { i18n } = useTranslation()
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  return (code) => {
    const name = names.of(code) ?? code
    return name.charAt(0).toLocaleUpperCase(i18n.language) + name.slice(1)
  }
}
