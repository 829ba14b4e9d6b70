import { changeApp, run } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { desk, toast, word } from '../model/desk.ts'
import { isWeb } from './gestures.ts'
import { answer, type Data } from './wire.ts'

const cancelled = () => answer('file_download_requested', { status: 'cancelled' })

/** A download requested by the mini-app: the file is inspected, then the person is asked. */
export function requestDownload({ url, file_name }: Data) {
  if (desk.get().app?.asking) return word('busy')
  const wish = { url: String(url), file_name: String(file_name), ...(isWeb() && { web: '1' }) }
  run(async () => {
    try {
      const { size } = await api.aboutDownload(wish)
      changeApp({ asking: 'download', download: { ...wish, size } })
    } catch (error) {
      cancelled()
      throw error
    }
  })
}

export function decideDownload(isWanted: boolean) {
  const { app } = desk.get()
  changeApp({ asking: undefined, download: undefined })
  if (!isWanted || !app?.download) return cancelled()
  toast(`${word('downloading')}: ${app.download.file_name}`)
  const { size: _, ...wish } = app.download
  // The client downloads the file itself, without the page that requested it.
  Object.assign(document.createElement('a'), {
    href: api.downloadAddress(wish),
    download: wish.file_name,
  }).click()
  answer('file_download_requested', { status: 'downloading' })
}
