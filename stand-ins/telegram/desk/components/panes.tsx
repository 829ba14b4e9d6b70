import { ScrollText, Smartphone, Users } from 'lucide-react'
import { desk, type Pane, useDesk, useTexts } from '../model/desk.ts'
import type { Word } from '../model/words.ts'

const panes: { pane: Pane; word: Word; icon: typeof Users }[] = [
  { pane: 'phone', word: 'phone', icon: Smartphone },
  { pane: 'people', word: 'people', icon: Users },
  { pane: 'log', word: 'log_short', icon: ScrollText },
]

/** Tabs that select the visible column of the desk on a narrow screen. */
export function Panes() {
  const words = useTexts()
  const current = useDesk((state) => state.pane)
  return (
    <nav className="panes">
      {panes.map(({ pane, word, icon: Icon }) => (
        <button
          type="button"
          key={pane}
          className={pane === current ? 'pane pane-shown' : 'pane'}
          aria-pressed={pane === current}
          data-testid={`pane-${pane}`}
          onClick={() => desk.set({ pane })}
        >
          <Icon size={17} /> {words(word)}
        </button>
      ))}
    </nav>
  )
}
