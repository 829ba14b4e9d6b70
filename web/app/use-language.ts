import { useEffect, useState } from 'react'
import type { Language } from '#contract/languages.ts'
import { api } from '#web/client/http/api.ts'
import { session } from '#web/client/http/session.ts'
import { changeLanguage, readCloudLanguage } from '#web/client/i18n.ts'
import { words } from '#web/client/i18n-runtime.ts'
import { chosenLanguage } from '#web/start/session/language.ts'
import { launch } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

const loaded = () => true
/** The texts of the language failed to load. */
const notLoaded = () => false

async function sendLanguage(ui_language: Language): Promise<void> {
  const { user } = await session()
  await api('POST /api/users/edit_user_ui_language', { query: { user_id: user.id, ui_language } })
}

/** The language stored on the server; undefined if none was chosen or the server is unreachable. */
async function knownLanguage(): Promise<Language | undefined> {
  const known = await session().catch(() => null)
  return known?.user.is_language_chosen ? known.user.ui_language : undefined
}

/**
 * The user's language: chosen on this device, else stored on the server or in Telegram's cloud (some frames
 * have no persistent storage), else asked.
 */
export function useLanguage() {
  const [language, setLanguage] = useState(() => chosenLanguage(launch))
  const [isAsked, setAsked] = useState(false)

  useEffect(() => {
    if (language) return
    const load = async () => {
      const stored = (await knownLanguage()) ?? (await readCloudLanguage())
      const isSpoken = stored && (await changeLanguage(stored).then(loaded, notLoaded))
      if (isSpoken) setLanguage(stored)
      else setAsked(true)
    }
    void load()
  }, [language])

  const choose = async (chosen: Language) => {
    if (!(await changeLanguage(chosen).then(loaded, notLoaded)))
      return showToast({ text: words.t('lost.title'), tone: 'bad' })
    setLanguage(chosen)
    // Errors are ignored: the next login sends the language again.
    await sendLanguage(chosen).catch(() => undefined)
  }
  return { language, isAsked, choose }
}
