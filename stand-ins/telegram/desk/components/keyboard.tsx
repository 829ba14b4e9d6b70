import { useEffect } from 'react'
import { sendToWebView } from '../client/wire.ts'
import { type OpenApp, useDesk, useTexts } from '../model/desk.ts'

const height = 300

/** Kind and height of the client's keyboard; undefined while it is not on the screen. */
export function useKeyboard(app: OpenApp | undefined) {
  const kind = useDesk((state) => state.profile.keyboard)
  const isShown = kind !== 'none' && app?.typing === true && !app.minimised
  useEffect(() => {
    if (kind === 'covers') sendToWebView('keyboard', isShown ? height : 0)
  }, [kind, isShown])
  return isShown ? { kind, height } : undefined
}

/** A picture of a keyboard. Only its height matters, and a touch does not take the focus from the text field. */
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
