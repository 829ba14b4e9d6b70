import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { requestBotAccess } from '#web/features/session/write-access.ts'
import { launch } from '#web/telegram/index.ts'
import { saveInTelegram } from '#web/telegram/requests.ts'
import { showToast } from '#web/ui/overlays.ts'

/** The fields of a file that a download needs. */
type DownloadableFile = { file_url: string; name: string }

/** Duration of the toast in milliseconds. It is longer than usual, because the toast has a button. */
const toastMs = 6000

/**
 * Saves a file with Telegram's download dialog. If the client does not support this dialog, the bot sends the file.
 * `download` links and blob URLs do nothing inside Telegram.
 */
export async function saveFile(file: DownloadableFile): Promise<void> {
  if (!launch.initData) return saveInBrowser(file)
  const outcome = await saveInTelegram(file.file_url, file.name)
  if (outcome === 'unsupported') return sendToChat(file)
  if (outcome === 'downloading') return showToast({ text: translations.t('save.downloading') })
  // Telegram reports "cancelled" also if it refuses the URL, and some clients answer only once. The toast therefore
  // offers to send the file to the bot's chat.
  showToast({
    text: translations.t(`save.${outcome}`),
    tone: 'bad',
    action: { label: translations.t('save.toChat'), run: () => void sendToChat(file) },
    ms: toastMs,
  })
}

function saveInBrowser({ file_url, name }: DownloadableFile): void {
  Object.assign(document.createElement('a'), { href: file_url, download: name }).click()
}

async function sendToChat({ file_url }: DownloadableFile): Promise<void> {
  const sendFile = () => api('POST /api/files/send', { body: { file_url } })
  try {
    await sendFile().catch(async (error: unknown) => {
      const isBotUnreachable = error instanceof ApiError && error.code === 'bot_unreachable'
      if (!isBotUnreachable || !(await requestBotAccess())) throw error
      await sendFile()
    })
    showToast({ text: translations.t('save.sent') })
  } catch (error) {
    await showFailure(error)
  }
}
