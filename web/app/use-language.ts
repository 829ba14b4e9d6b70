import { useEffect, useState } from 'react'
import type { Language } from '#contract/languages.ts'
import { api } from '#web/client/http/api.ts'
import { session } from '#web/client/http/session.ts'
import { changeLanguage, readCloudLanguage } from '#web/client/i18n.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { chosenLanguage } from '#web/start/session/language.ts'
import { launch } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

const onTextsLoaded = () => true
const onTextsFailed = () => false

async function sendLanguage(ui_language: Language): Promise<void> {
  const { user } = await session()
  await api('POST /api/users/edit_user_ui_language', { query: { user_id: user.id, ui_language } })
}

/** Returns the language stored on the server. Undefined if the user has chosen none or the server is unreachable. */
async function serverLanguage(): Promise<Language | undefined> {
  const reply = await session().catch(() => null)
  return reply?.user.is_language_chosen ? reply.user.ui_language : undefined
}

/**
 * Determines the user's language: the language chosen on this device, else the one stored on the server or in
 * Telegram's cloud, because some frames have no persistent storage. If there is none, the user is asked.
 */
export function useLanguage() {
  const [language, setLanguage] = useState(() => chosenLanguage(launch))
  const [isAsked, setAsked] = useState(false)

  useEffect(() => {
    if (language) return
    const loadLanguage = async () => {
      const storedLanguage = (await serverLanguage()) ?? (await readCloudLanguage())
      const isSpoken =
        storedLanguage && (await changeLanguage(storedLanguage).then(onTextsLoaded, onTextsFailed))
      if (isSpoken) setLanguage(storedLanguage)
      else setAsked(true)
    }
    void loadLanguage()
  }, [language])

  const chooseLanguage = async (nextLanguage: Language) => {
    if (!(await changeLanguage(nextLanguage).then(onTextsLoaded, onTextsFailed)))
      return showToast({ text: translations.t('lost.title'), tone: 'bad' })
    setLanguage(nextLanguage)
    // Errors are ignored, because the next login sends the language again.
    await sendLanguage(nextLanguage).catch(() => undefined)
  }
  return { language, isAsked, choose: chooseLanguage }
}
