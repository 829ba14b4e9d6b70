import { useEffect } from 'react'
import { sendToWebView } from '../client/wire.ts'
import { type OpenApp, useDesk, useTexts } from '../model/desk.ts'

const height = 300

/** The client's keyboard, if it is on the screen. */
export function useKeyboard(app: OpenApp | undefined) {
  const kind = useDesk((state) => state.profile.keyboard)
  const isShown = kind !== 'none' && app?.typing === true && !app.minimised
  useEffect(() => {
    if (kind === 'covers') sendToWebView('keyboard', isShown ? height : 0)
  }, [kind, isShown])
  return isShown ? { kind, height } : undefined
}

/** A mock keyboard: only its height matters, and touching it keeps the field's focus. */
export function Keyboard() {
  const words = useTexts()
  return (
    <div
      className="keyboard"
      style={{ height }}
      data-testid="keyboard"
      onPointerDown={(event) => event.preventDefault()}
    >
      <button type="button" data-testid="keyboard-done" onClick={() => sendToWebView('blur')}>
        {words('done')}
      </button>
    </div>
  )
}
