import { useEffect, useState } from 'react'
import { sendTheme } from '../client/wire.ts'
import { runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useGuide, useUsers } from '../model/data.ts'
import { desk, useDesk } from '../model/desk.ts'
import { followPath } from '../model/links.ts'
import { cssVariables } from './chrome.ts'
import { GuidePanel } from './guide-panel.tsx'
import { LogColumn } from './log-column.tsx'
import { Panes } from './panes.tsx'
import { PeopleColumn } from './people-column.tsx'
import { Phone } from './phone.tsx'

const phoneHeight = 868

/**
 * Columns of the desk: people on the left, a phone in the middle, the log on the right. A narrow screen shows one
 * column at a time.
 */
export function DeskPage() {
  const withPanels = useDesk((state) => state.with_panels)
  const theme = useDesk((state) => state.theme)
  const language = useDesk((state) => state.language)
  const userId = useDesk((state) => state.user_id)
  const pane = useDesk((state) => state.pane)
  const users = useUsers()
  const guide = useGuide()
  const { isNarrow, scale } = usePhoneScale()

  useEffect(() => {
    if (!guide || users.some(({ id }) => id === userId)) return
    // For a new visitor, the owner of the phone in the guide's first step is selected.
    const first = users.find(({ id }) => id === guide[0]?.user_id) ?? users[0]
    if (first) desk.set({ user_id: first.id })
  }, [users, userId, guide])

  // The selected phone uses the language of its owner. A language in the URL of the desk is stored for the owner.
  const person = users.find(({ id }) => id === userId)
  const personLanguage = person?.language_code
  useEffect(() => {
    if (userId === undefined || personLanguage === undefined) return
    const requestedLanguage = takeInitialLanguage()
    if (requestedLanguage && requestedLanguage !== personLanguage)
      runAction(() => api.changeUser(userId, { language_code: requestedLanguage }))
    else desk.set({ language: personLanguage === 'ru' ? 'ru' : 'en' })
  }, [userId, personLanguage])

  // A t.me link in the URL of the desk is opened as soon as a person is selected.
  const isReady = person !== undefined
  useEffect(() => {
    const link = new URLSearchParams(location.search).get('tme')
    if (!isReady || !link) return
    const remainingParams = new URLSearchParams(location.search)
    remainingParams.delete('tme')
    history.replaceState(null, '', `${location.pathname}?${remainingParams}`)
    runAction(() => followPath(link))
  }, [isReady])

  useEffect(() => {
    document.documentElement.dataset.theme = theme.id
    document.documentElement.dataset.dark = String(theme.is_dark)
    document.documentElement.lang = language
    for (const [name, value] of Object.entries(cssVariables(theme)))
      document.documentElement.style.setProperty(name, value)
    sendTheme()
  }, [theme, language])

  if (!withPanels) return <Phone bare />
  return (
    <div className="desk" data-pane={pane}>
      <Panes />
      <PeopleColumn />
      <main className="stage">
        <GuidePanel isFolded />
        <div
          className="stage-scale"
          style={isNarrow ? {} : { transform: `scale(${scale})`, height: phoneHeight * scale }}
        >
          <Phone bare={isNarrow} />
        </div>
      </main>
      <LogColumn />
    </div>
  )
}

/** True if no person was selected in this browser before. */
const isFirstVisit = desk.get().user_id === undefined
const browserLanguage = () => (/^(ru|uk|be|kk)\b/.test(navigator.language) ? 'ru' : 'en')

let isLanguageTaken = false
function takeInitialLanguage(): string | null {
  if (isLanguageTaken) return null
  isLanguageTaken = true
  return new URLSearchParams(location.search).get('lang') ?? (isFirstVisit ? browserLanguage() : null)
}

const narrowPx = 720

/** Scales the phone to fit into a low window. On a narrow screen the phone fills the window. */
function usePhoneScale() {
  const measureRoom = () => ({
    isNarrow: window.innerWidth < narrowPx,
    scale: Math.min(1, (window.innerHeight - 24) / phoneHeight),
  })
  const [fit, setRoom] = useState(measureRoom)
  useEffect(() => {
    const updateRoom = () => setRoom(measureRoom())
    window.addEventListener('resize', updateRoom)
    return () => window.removeEventListener('resize', updateRoom)
  })
  return fit
}
