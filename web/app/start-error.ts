import { CloudOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/client/http.ts'
import { errorText, needTexts } from '#web/client/i18n.ts'
import { closeApp } from '#web/telegram/index.ts'
import { askDialog } from '#web/ui/overlays.ts'
import { hideLoader } from './loader.ts'

/** Refusals that have a sentence of their own; every other failure is ours. */
const own: ApiError['code'][] = [
  'blocked',
  'offline',
  'session_expired',
  'init_data_required',
  'unauthenticated',
]

async function sentence(error: Error, usual: string): Promise<string> {
  if (!(error instanceof ApiError) || !own.includes(error.code)) return usual
  await needTexts('errors')
  return errorText(error)
}

/**
 * The dialog of a failed start: Close leaves the app, Continue shows what is there.
 * @returns whether the person continued
 */
export function useStartError(error: Error | null, onShown: () => void): boolean {
  const { t } = useTranslation()
  const [isReadOnly, setReadOnly] = useState(false)
  const asked = useRef(false)
  useEffect(() => {
    if (!error || asked.current) return
    asked.current = true
    const ask = async () => {
      const text = await sentence(error, t('error.start.text'))
      hideLoader()
      onShown()
      const goesOn = await askDialog({
        icon: CloudOff,
        tone: 'bad',
        title: t('error.start.title'),
        text,
        confirm: t('error.start.continue'),
        cancel: t('error.start.close'),
        wide: true,
        locked: true,
      })
      if (goesOn) setReadOnly(true)
      else closeApp()
    }
    void ask()
  }, [error, onShown, t])
  return isReadOnly
}
