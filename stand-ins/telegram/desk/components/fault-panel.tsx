import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Plus, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useFaults } from '../model/data.ts'
import { useTexts } from '../model/desk.ts'
import type { Word } from '../model/words.ts'

const kinds: { word: Word; fault: object }[] = [
  {
    word: 'fault_429',
    fault: { error_code: 429, retry_after: 5, description: 'Too Many Requests: retry after 5' },
  },
  { word: 'fault_403', fault: { error_code: 403, description: 'Forbidden: bot was blocked by the user' } },
  { word: 'fault_500', fault: { error_code: 500, description: 'Internal Server Error' } },
  { word: 'fault_drop', fault: { drop: 'before' } },
  { word: 'fault_lost', fault: { drop: 'after' } },
  { word: 'fault_slow', fault: { delay_ms: 5000 } },
]
const methods = ['*', 'sendMessage', 'editMessageText', 'answerCallbackQuery', 'getUpdates']

/** Panel that injects faults into the Telegram stand-in. */
export function FaultPanel() {
  const words = useTexts()
  const client = useQueryClient()
  const faults = useFaults()
  const [isOpen, setOpen] = useState(false)
  const [method, setMethod] = useState('sendMessage')
  const [kindIndex, setKind] = useState(0)
  const [times, setTimes] = useState(1)
  const refreshFaults = () => client.invalidateQueries({ queryKey: ['faults'] })
  const addFault = () => api.addFault({ method, times, ...kinds[kindIndex]?.fault }).then(refreshFaults)
  const resetFaults = () => {
    if (confirm(words('reset_question'))) runAction(api.reset)
  }
  return (
    <section className="panel">
      <button
        type="button"
        className="panel-toggle"
        data-testid="faults-toggle"
        onClick={() => setOpen(!isOpen)}
      >
        <h2>{words('faults')}</h2>
        {faults.length > 0 && <span className="badge">{faults.length}</span>}
        <ChevronDown size={18} className={isOpen ? 'turned' : ''} />
      </button>
      {isOpen && (
        <div className="small-form">
          <p className="panel-hint">{words('faults_hint')}</p>
          <select
            data-testid="fault-method"
            value={method}
            onChange={({ target }) => setMethod(target.value)}
          >
            {methods.map((name) => (
              <option key={name} value={name}>
                {name === '*' ? words('any_method') : name}
              </option>
            ))}
          </select>
          <select
            data-testid="fault-kind"
            value={kindIndex}
            onChange={({ target }) => setKind(Number(target.value))}
          >
            {kinds.map(({ word }, index) => (
              <option key={word} value={index}>
                {words(word)}
              </option>
            ))}
          </select>
          <span className="small-form-buttons">
            <select
              data-testid="fault-times"
              value={times}
              onChange={({ target }) => setTimes(Number(target.value))}
            >
              {[1, 3, 10, 0].map((count) => (
                <option key={count} value={count}>
                  {count === 0 ? words('all_times') : `× ${count}`}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="solid-button"
              data-testid="fault-add"
              onClick={() => runAction(addFault)}
            >
              <Plus size={16} /> {words('add')}
            </button>
          </span>
          <button
            type="button"
            className="quiet-button quiet-danger"
            data-testid="reset"
            onClick={resetFaults}
          >
            <RotateCcw size={15} /> {words('reset')}
          </button>
          {faults.map((fault) => (
            <span className="fault" key={fault.id}>
              {fault.method} · {fault.description ?? '—'} · {fault.times === 0 ? '∞' : fault.times}
              <button
                type="button"
                aria-label={words('cancel')}
                onClick={() => runAction(() => api.removeFault(fault.id).then(refreshFaults))}
              >
                <X size={14} />
              </button>
            </span>
          ))}
        </div>
      )}
    </section>
  )
}
