import { useEffect } from 'react'
import { tellWebView } from '../client/wire.ts'
import { type OpenApp, useDesk, useWords } from '../model/desk.ts'

const height = 300

/** Whether the keyboard of this client is on the screen. */
export function useKeyboard(app: OpenApp | undefined) {
  const kind = useDesk((state) => state.profile.keyboard)
  const isShown = kind !== 'none' && app?.typing === true && !app.minimised
  useEffect(() => {
    if (kind === 'covers') tellWebView('keyboard', isShown ? height : 0)
  }, [kind, isShown])
  return isShown ? { kind, height } : undefined
}

/** As much of a keyboard as lies in the way: its keys do nothing, and a touch on it leaves the field its focus. */
export function Keyboard() {
  const words = useWords()
  return (
    <div
      className="keyboard"
      style={{ height }}
      data-testid="keyboard"
      onPointerDown={(event) => event.preventDefault()}
    >
      <button type="button" data-testid="keyboard-done" onClick={() => tellWebView('blur')}>
        {words('done')}
      </button>
    </div>
  )
}
