import { ChevronDown, ChevronLeft, Ellipsis, RotateCw, Settings, UserRound } from 'lucide-react'
import { recordTouch } from '../client/gestures.ts'
import { expandApp, setMinimised } from '../client/window.ts'
import { emitEvent } from '../client/wire.ts'
import { changeApp, closeApp, createApp } from '../model/actions.ts'
import { useConfig } from '../model/data.ts'
import { desk, type OpenApp, useDesk, useTexts } from '../model/desk.ts'
import { isLight } from './colors.ts'

/** Header of the mini-app: "Close" or "Back", the bot's name and the menu. */
export function AppHeader({ app }: { app: OpenApp }) {
  const words = useTexts()
  const config = useConfig()
  const theme = useDesk((state) => state.theme)
  const colour = app.header_color ?? theme.params.header_bg_color ?? theme.params.bg_color
  const pressBack = () => {
    recordTouch()
    emitEvent('back_button_pressed')
  }
  return (
    <header
      className="app-header"
      style={app.fullscreen ? undefined : { background: colour, color: isLight(colour) ? '#000' : '#fff' }}
    >
      {!app.expanded && (
        <button
          type="button"
          className="app-grip"
          aria-label="expand"
          data-testid="app-expand"
          onClick={expandApp}
        />
      )}
      {app.back_visible ? (
        <button type="button" className="app-pill" data-testid="app-back" onClick={pressBack}>
          <ChevronLeft size={20} strokeWidth={2.2} />
          {words('back')}
        </button>
      ) : (
        <button type="button" className="app-pill" data-testid="app-close" onClick={() => closeApp()}>
          {words('close')}
        </button>
      )}
      <span className="app-title">
        <b>{config?.bot.first_name}</b>
        <small>{words('mini_app')}</small>
      </span>
      <span className="app-pill app-pill-right">
        <button
          type="button"
          aria-label="minimise"
          data-testid="app-minimise"
          onClick={() => setMinimised(true)}
        >
          <ChevronDown size={20} strokeWidth={2.2} />
        </button>
        <button
          type="button"
          aria-label="menu"
          data-testid="app-menu"
          onClick={() => changeApp({ menu_open: !app.menu_open })}
        >
          <Ellipsis size={20} strokeWidth={2.2} />
        </button>
      </span>
      {app.menu_open && <AppMenu app={app} />}
    </header>
  )
}

function AppMenu({ app }: { app: OpenApp }) {
  const words = useTexts()
  const reloadApp = () => {
    emitEvent('reload_iframe')
    desk.set({ app: createApp(app.url) })
  }
  const pressSettings = () => {
    changeApp({ menu_open: false })
    recordTouch()
    emitEvent('settings_button_pressed')
  }
  return (
    <>
      <button
        type="button"
        className="app-menu-veil"
        aria-label={words('close')}
        onClick={() => changeApp({ menu_open: false })}
      />
      <div className="app-menu" data-testid="app-menu-list">
        {app.settings_visible && (
          <button type="button" className="app-menu-item" data-testid="app-settings" onClick={pressSettings}>
            {words('settings')} <Settings size={18} />
          </button>
        )}
        <button
          type="button"
          className="app-menu-item"
          data-testid="app-open-bot"
          onClick={() => setMinimised(true)}
        >
          {words('open_bot')} <UserRound size={18} />
        </button>
        <button type="button" className="app-menu-item" data-testid="app-reload" onClick={reloadApp}>
          {words('reload')} <RotateCw size={18} />
        </button>
      </div>
    </>
  )
}
