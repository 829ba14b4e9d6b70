import { useEffect, useState } from 'react'
import type { ApiError } from '#web/client/http/http.ts'
import { onRefusal } from '#web/client/http/session.ts'
import { errorText, loadTexts } from '#web/client/i18n.ts'
import { hideLoader } from './loader.ts'
import { codeOf, sessionErrors, showStartError, t } from './start-dialog.ts'

/** Errors whose own text is shown to the user. All other errors are shown as an error of the service. */
const explainedErrors: (ApiError['code'] | undefined)[] = ['offline', 'init_data_required', 'clock_wrong']

let isAsking = false

/**
 * Shows a dialog that explains a failed start or an ended session.
 * @returns true if the user continues with the loaded data
 */
async function showDialog(error: Error): Promise<boolean> {
  if (isAsking) return false
  isAsking = true
  await loadTexts('errors', 'rest').catch(() => undefined)
  const code = codeOf(error)
  const isBlocked = code === 'blocked'
  // The server sends these errors, so it is reachable and the module of the dialogs can be loaded from it.
  const dialogs =
    isBlocked || sessionErrors.includes(code) ? await import('./session-dialogs.ts').catch(() => null) : null
  const text = explainedErrors.includes(code) ? errorText(error) : t('error.start.text')
  const continuesReadOnly = dialogs
    ? await (isBlocked ? dialogs.showBlocked(error as ApiError) : dialogs.offerLogin())
    : await showStartError(text)
  isAsking = false
  return continuesReadOnly
}

/** @returns true if the user continues with the loaded data after a failed start */
export function useStartError(error: Error | null, onShown: () => void): boolean {
  const [isReadOnly, setReadOnly] = useState(false)
  useEffect(
    () =>
      onRefusal(
        (refusal) =>
          void showDialog(refusal).then((continuesReadOnly) => continuesReadOnly && setReadOnly(true)),
      ),
    [],
  )
  useEffect(() => {
    if (!error) return
    hideLoader()
    onShown()
    void showDialog(error).then((continuesReadOnly) => continuesReadOnly && setReadOnly(true))
  }, [error, onShown])
  return isReadOnly
}
