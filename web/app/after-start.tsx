import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { startSendingWaiting } from '#web/features/responses/received/waiting-responses.ts'
import { onSettingsPressed } from '#web/telegram/index.ts'
import OverlayHost from '#web/ui/overlay-host.tsx'
import { warnAboutCutPastes } from './cut-pastes.ts'
import { watchKeyboard } from './keyboard.ts'

watchKeyboard()
warnAboutCutPastes()

/**
 * Parts of the app that the first screen does not need: dialogs, sheets, toasts, keyboard handling, Telegram's settings
 * button.
 */
export default function AfterStart() {
  const navigate = useNavigate()
  useEffect(() => onSettingsPressed(() => void navigate('/profile/notifications')), [navigate])
  useEffect(() => startSendingWaiting(), [])
  return <OverlayHost />
}
