import { X } from 'lucide-react'
import { decidePhone, decideWriting } from '../client/contact.ts'
import { decideDownload } from '../client/downloads.ts'
import { setMinimised } from '../client/window.ts'
import { sendAnswer } from '../client/wire.ts'
import { changeApp, closeApp, runAction } from '../model/actions.ts'
import { useConfig, usePerson } from '../model/data.ts'
import { desk, type OpenApp, useDesk, useTexts } from '../model/desk.ts'
import { AppFrame } from './app-frame.tsx'
import { AppHeader } from './app-header.tsx'
import { AlertDialog } from './ask.tsx'
import { Avatar } from './avatar.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Keyboard, useKeyboard } from './keyboard.tsx'

/** The mini-app above the chat. A minimised mini-app is a bar at the bottom. */
export function AppSheet() {
  const app = useDesk((state) => state.app)
  const userId = useDesk((state) => state.user_id)
  const theme = useDesk((state) => state.theme)
  const keyboard = useKeyboard(app)
  if (!app || userId === undefined) return null
  const classes = [
    'app-sheet',
    app.minimised && 'app-minimised',
    app.fullscreen && 'app-fullscreen',
    !app.expanded && 'app-half',
  ]
  return (
    <>
      <div className={app.minimised || app.fullscreen ? '' : 'app-veil'} />
      <section
        className={classes.filter(Boolean).join(' ')}
        style={{
          background: app.background_color ?? theme.params.bg_color,
          ...(keyboard?.kind === 'resizes' && { bottom: keyboard.height }),
        }}
        data-testid="app-sheet"
      >
        <AppHeader app={app} />
        <AppFrame key={app.key} app={app} />
        <BottomBar app={app} />
        <AppDialogs app={app} />
      </section>
      {keyboard && <Keyboard />}
      {app.minimised && <MinimisedBar />}
    </>
  )
}

function MinimisedBar() {
  const words = useTexts()
  const config = useConfig()
  return (
    <div className="app-bar" data-testid="app-bar">
      <button
        type="button"
        className="app-bar-open"
        data-testid="app-restore"
        onClick={() => setMinimised(false)}
      >
        <Avatar id={config?.bot.id ?? 0} name={config?.bot.first_name ?? ''} size={24} />
        {config?.bot.first_name}
      </button>
      <button
        type="button"
        aria-label={words('close')}
        data-testid="app-bar-close"
        onClick={() => closeApp(true)}
      >
        <X size={20} />
      </button>
    </div>
  )
}

function AppDialogs({ app }: { app: OpenApp }) {
  const words = useTexts()
  const person = usePerson()
  if (app.popup) return <PopupDialog popup={app.popup} />
  if (app.dialog === 'phone')
    return (
      <AlertDialog
        testId="phone-dialog"
        title={words('share_phone_title')}
        text={`${words('share_phone')} +${person?.phone}`}
        yesText={words('share')}
        onNo={() => runAction(() => decidePhone(false))}
        onYes={() => runAction(() => decidePhone(true))}
      />
    )
  if (app.dialog === 'write')
    return (
      <AlertDialog
        testId="write-dialog"
        title={words('write_title')}
        text={words('write_text')}
        yesText={words('allow')}
        onNo={() => runAction(() => decideWriting(false))}
        onYes={() => runAction(() => decideWriting(true))}
      />
    )
  if (app.dialog === 'download' && app.download)
    return (
      <AlertDialog
        testId="download-dialog"
        title={words('download_title')}
        text={`${app.download.file_name} · ${Math.ceil(app.download.size / 1024)} KB`}
        yesText={words('download')}
        onNo={() => decideDownload(false)}
        onYes={() => decideDownload(true)}
      />
    )
  if (app.dialog === 'close')
    return (
      <AlertDialog
        testId="closing-dialog"
        text={words('unsaved')}
        yesText={words('close_anyway')}
        danger
        onNo={() => changeApp({ dialog: undefined })}
        onYes={() => desk.set({ app: undefined })}
      />
    )
  return null
}

function PopupDialog({ popup }: { popup: NonNullable<OpenApp['popup']> }) {
  const pressPopupButton = (id: string) => {
    changeApp({ popup: undefined })
    sendAnswer('popup_closed', id ? { button_id: id } : {})
  }
  return (
    <div className="veil veil-centre" data-testid="popup">
      <div className="alert" role="alertdialog">
        <div className="alert-text">
          {popup.title && <b>{popup.title}</b>}
          <p>{popup.message}</p>
        </div>
        <div className={popup.buttons.length > 2 ? 'alert-buttons alert-stack' : 'alert-buttons'}>
          {popup.buttons.map(({ id, type, text }) => (
            <button
              type="button"
              key={`${id}-${text}`}
              className={type === 'destructive' ? 'alert-choice alert-danger' : 'alert-choice alert-main'}
              data-testid={`popup-${id || type}`}
              onClick={() => pressPopupButton(id)}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}
