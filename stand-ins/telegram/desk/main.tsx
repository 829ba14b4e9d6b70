import '@fontsource-variable/inter'
import './styles/base.css'
import './styles/columns.css'
import './styles/people.css'
import './styles/guide.css'
import './styles/controls.css'
import './styles/log.css'
import './styles/phone.css'
import './styles/chats.css'
import './styles/messages.css'
import './styles/bubbles.css'
import './styles/media.css'
import './styles/keyboards.css'
import './styles/composer.css'
import './styles/app-sheet.css'
import './styles/app-bars.css'
import './styles/dialogs.css'
import './styles/narrow.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { listenToFrames } from './client/host.ts'
import { DeskPage } from './components/desk-page.tsx'
import { queries, subscribeToEvents } from './model/live.ts'

listenToFrames()
subscribeToEvents()
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={queries}>
    <DeskPage />
  </QueryClientProvider>,
)
