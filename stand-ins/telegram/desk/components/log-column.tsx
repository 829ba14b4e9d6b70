import { ArrowDownLeft, ArrowUpRight, Copy, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../model/desk.ts'
import { clearLog, type LogEntry, type LogSide, useLog } from '../model/log.ts'
import type { Word } from '../model/words.ts'
import { FaultPanel } from './fault-panel.tsx'
import { summarize } from './gist.ts'
import { PaymentFaultPanel } from './payment-fault-panel.tsx'

const sides: { side: LogSide; word: Word }[] = [
  { side: 'app', word: 'app_client' },
  { side: 'call', word: 'bot_calls' },
  { side: 'update', word: 'bot_updates' },
]

/** Log of all calls and events between the mini-app, Telegram and the bot. */
export function LogColumn() {
  const words = useTexts()
  const entries = useLog()
  const [hiddenSides, setHidden] = useState<LogSide[]>([])
  const [search, setSearch] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const visibleEntries = entries.filter(
    (entry) =>
      !hiddenSides.includes(entry.side) &&
      (!search || JSON.stringify([entry.name, entry.data]).includes(search)),
  )
  const newestKey = visibleEntries.at(-1)?.key

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls after a new line
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [newestKey])

  const toggleSide = (side: LogSide) =>
    setHidden(
      hiddenSides.includes(side) ? hiddenSides.filter((other) => other !== side) : [...hiddenSides, side],
    )
  return (
    <aside className="column column-right" data-testid="log-column">
      <div className="log-head">
        <h2>{words('log')}</h2>
        <button type="button" title={words('clear')} data-testid="log-clear" onClick={clearLog}>
          <Trash2 size={16} />
        </button>
      </div>
      <p className="panel-hint">{words('log_hint')}</p>
      <div className="log-sides">
        {sides.map(({ side, word }) => (
          <button
            type="button"
            key={side}
            className={`chip chip-${side} ${hiddenSides.includes(side) ? 'chip-off' : ''}`}
            data-testid={`log-${side}`}
            onClick={() => toggleSide(side)}
          >
            {words(word)}
          </button>
        ))}
      </div>
      <input
        className="log-search"
        data-testid="log-search"
        placeholder={words('filter')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ol className="log" ref={list} data-testid="log">
        {visibleEntries.length === 0 && <li className="log-empty">{words('log_empty')}</li>}
        {visibleEntries.map((entry) => (
          <LogRow key={entry.key} entry={entry} />
        ))}
      </ol>
      <FaultPanel />
      <PaymentFaultPanel />
    </aside>
  )
}

function LogRow({ entry }: { entry: LogEntry }) {
  const words = useTexts()
  const [isOpen, setOpen] = useState(false)
  const Arrow = entry.from_telegram ? ArrowDownLeft : ArrowUpRight
  const text = JSON.stringify(entry.data, null, 2)
  return (
    <li className={`log-row log-${entry.side} ${entry.failed ? 'log-failed' : ''}`}>
      <button type="button" className="log-line" onClick={() => setOpen(!isOpen)}>
        <Arrow size={14} />
        <b>{entry.name}</b>
        <time>{new Date(entry.at).toLocaleTimeString('ru')}</time>
      </button>
      {!isOpen && summarize(entry) && <span className="log-gist">{summarize(entry)}</span>}
      {entry.note && <span className="log-note">{entry.note}</span>}
      {isOpen && text !== undefined && (
        <div className="log-data">
          <button
            type="button"
            title={words('copy')}
            onClick={() => void navigator.clipboard.writeText(text)}
          >
            <Copy size={13} />
          </button>
          <pre>{text}</pre>
        </div>
      )}
    </li>
  )
}
