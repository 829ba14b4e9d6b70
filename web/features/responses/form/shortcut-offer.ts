import { Smartphone } from 'lucide-react'
import { translations } from '#web/client/i18n-runtime.ts'
import { readLocal, write } from '#web/features/session/local-store.ts'
import { readFromCloud, writeToCloud } from '#web/telegram/index.ts'
import { addToHomeScreen, homeScreenStatus } from '#web/telegram/requests.ts'
import type { DialogOffer } from '#web/ui/dialog.tsx'

const cloudKey = 'shortcut'
const localName = 'shortcut-offered'

/** True if the home-screen shortcut was offered before, on this or another device. */
const wasOffered = async () =>
  readLocal<boolean>(localName) === true || (await readFromCloud(cloudKey)) !== null

/** True if the client can add a shortcut to the phone's home screen, there is none, and none was ever offered. */
export const canOfferShortcut = async (): Promise<boolean> =>
  (await homeScreenStatus()) === 'missed' && !(await wasOffered())

/** The offer of a shortcut as a row of a dialog. It is remembered, so that it is made once in a person's life. */
export function offerShortcut(): DialogOffer {
  write(localName, true)
  writeToCloud(cloudKey, 'offered')
  return {
    icon: Smartphone,
    text: translations.t('shortcut.offer'),
    label: translations.t('shortcut.add'),
    run: addToHomeScreen,
  }
}
