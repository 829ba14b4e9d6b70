import { useTranslation } from '#web/client/use-translation.ts'

/** Languages that the profile form offers. Names of other languages can be shown too. */
export const spokenLanguages = [
  'ru',
  'en',
  'uk',
  'be',
  'kk',
  'uz',
  'ky',
  'tg',
  'az',
  'hy',
  'ka',
  'tt',
  'ro',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'pl',
  'cs',
  'sr',
  'tr',
  'ar',
  'he',
  'fa',
  'hi',
  'zh',
  'ja',
  'ko',
  'vi',
  'th',
  'id',
]

/** Returns the name of a language in the user's language, capitalised. */
export function useLanguageName(): (code: string) => string {
  const { language } = useTranslation()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (code) => {
    const name = names.of(code) ?? code
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  }
}
