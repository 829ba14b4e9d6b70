import { words } from '#web/client/words.ts'
import { read, write } from '#web/features/session/local-store.ts'
import { addToHomeScreen, homeScreenStatus } from '#web/telegram/asking.ts'
import { readFromCloud, writeToCloud } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

const cloudKey = 'shortcut'
const localName = 'shortcut-offered'
/** Long enough to read and to reach; whoever lets it go has said no. */
const shownMs = 8000

/** Whether the person was asked, on this device or on another one. */
const wasOffered = async () => read<boolean>(localName) === true || (await readFromCloud(cloudKey)) !== null

/** Offers an icon on the home screen, once in a life, where the client can and it is not there yet. */
export async function offerShortcut(): Promise<void> {
  if ((await homeScreenStatus()) !== 'missed' || (await wasOffered())) return
  write(localName, true)
  writeToCloud(cloudKey, 'offered')
  showToast({
    text: words.t('shortcut.offer'),
    action: { label: words.t('shortcut.add'), run: addToHomeScreen },
    ms: shownMs,
  })
}
