import { runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { usePerson } from '../model/data.ts'
import { desk, useDesk, useTexts } from '../model/desk.ts'
import type { Language } from '../model/words.ts'

const names: Record<Language, string> = { ru: 'Рус', en: 'Eng' }

/** Chooses the language of the desk and of the selected person's phone. */
export function LanguageChoice() {
  const words = useTexts()
  const language = useDesk((state) => state.language)
  const person = usePerson()
  const chooseLanguage = (code: Language) => {
    desk.set({ language: code })
    if (person) runAction(() => api.changeUser(person.id, { language_code: code }))
  }
  return (
    <fieldset className="segments" aria-label={words('language')}>
      {(['ru', 'en'] as const).map((code) => (
        <button
          type="button"
          key={code}
          className={code === language ? 'segment segment-chosen' : 'segment'}
          aria-pressed={code === language}
          data-testid={`language-${code}`}
          onClick={() => chooseLanguage(code)}
        >
          {names[code]}
        </button>
      ))}
    </fieldset>
  )
}
