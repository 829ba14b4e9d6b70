import { LoaderCircle } from 'lucide-react'
import { recordTouch } from '../client/gestures.ts'
import { emitEvent } from '../client/wire.ts'
import { type BotButton, type OpenApp, useDesk } from '../model/desk.ts'

/** The main and the secondary button of the mini-app. Telegram draws them below the mini-app. */
export function BottomBar({ app }: { app: OpenApp }) {
  const theme = useDesk((state) => state.theme)
  if (!app.main.is_visible && !app.secondary.is_visible) return null
  const position = app.secondary.position ?? 'left'
  const { params } = theme
  return (
    <footer
      className={`app-bottom app-bottom-${position}`}
      style={{ background: app.bottom_color ?? params.bottom_bar_bg_color ?? params.secondary_bg_color }}
    >
      <BarButton
        which="secondary"
        button={app.secondary}
        colour={params.bg_color}
        textColour={params.button_color}
      />
      <BarButton
        which="main"
        button={app.main}
        colour={params.button_color}
        textColour={params.button_text_color}
      />
    </footer>
  )
}

interface Props {
  which: 'main' | 'secondary'
  button: BotButton
  colour?: string
  textColour?: string
}

function BarButton({ which, button, colour, textColour }: Props) {
  if (!button.is_visible) return null
  const pressButton = () => {
    recordTouch()
    emitEvent(`${which}_button_pressed`)
  }
  return (
    <button
      type="button"
      className={button.has_shine_effect ? 'bar-button bar-shine' : 'bar-button'}
      data-testid={`${which}-button`}
      disabled={!button.is_active || button.is_progress_visible}
      style={{ background: button.color ?? colour, color: button.text_color ?? textColour }}
      onClick={pressButton}
    >
      {button.is_progress_visible ? <LoaderCircle className="spin" size={22} /> : button.text}
    </button>
  )
}
