import { changeApp, runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { desk, toast, translate } from '../model/desk.ts'
import { isWeb } from './gestures.ts'
import { type Data, sendAnswer } from './wire.ts'

const answerCancelled = () => sendAnswer('file_download_requested', { status: 'cancelled' })

/** Handles a download requested by the mini-app: the client inspects the file, then asks the person. */
export function requestDownload({ url, file_name }: Data) {
  if (desk.get().app?.dialog) return translate('busy')
  const request = { url: String(url), file_name: String(file_name), ...(isWeb() && { web: '1' }) }
  runAction(async () => {
    try {
      const { size } = await api.aboutDownload(request)
      changeApp({ dialog: 'download', download: { ...request, size } })
    } catch (error) {
      answerCancelled()
      throw error
    }
  })
}

export function decideDownload(isWanted: boolean) {
  const { app } = desk.get()
  changeApp({ dialog: undefined, download: undefined })
  if (!isWanted || !app?.download) return answerCancelled()
  toast(`${translate('downloading')}: ${app.download.file_name}`)
  const { size: _, ...request } = app.download
  // The client downloads the file itself. The mini-app's page takes no part in the download.
  Object.assign(document.createElement('a'), {
    href: api.downloadAddress(request),
    download: request.file_name,
  }).click()
  sendAnswer('file_download_requested', { status: 'downloading' })
}
