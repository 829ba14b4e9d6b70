import { translations } from '#web/client/i18n-runtime.ts'
import { readLocal, write } from '#web/features/session/local-store.ts'
import { readFromCloud, writeToCloud } from '#web/telegram/index.ts'
import { addToHomeScreen, homeScreenStatus } from '#web/telegram/requests.ts'
import { showToast } from '#web/ui/overlays.ts'

const cloudKey = 'shortcut'
const localName = 'shortcut-offered'
/** Time to read and click the toast. If the user does not click in time, that counts as "no". */
const toastMs = 8000

/** True if the home-screen shortcut was offered before, on this or another device. */
const wasOffered = async () =>
  readLocal<boolean>(localName) === true || (await readFromCloud(cloudKey)) !== null

/** Offers once to add a shortcut to the phone's home screen, if the client supports it. */
export async function offerShortcut(): Promise<void> {
  if ((await homeScreenStatus()) !== 'missed' || (await wasOffered())) return
  write(localName, true)
  writeToCloud(cloudKey, 'offered')
  showToast({
    text: translations.t('shortcut.offer'),
    action: { label: translations.t('shortcut.add'), run: addToHomeScreen },
    ms: toastMs,
  })
}
