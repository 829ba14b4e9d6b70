import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { runAction } from '../model/actions.ts'
import { api, type PaymentFault } from '../model/api.ts'
import { useConfig, usePaymentFaults } from '../model/data.ts'
import { useTexts } from '../model/desk.ts'
import type { Word } from '../model/words.ts'

const kinds: { word: Word; fault: PaymentFault }[] = [
  { word: 'pay_drop', fault: { kind: 'drop' } },
  { word: 'pay_late', fault: { kind: 'after_success', ms: 8000 } },
  { word: 'pay_twice', fault: { kind: 'duplicate', count: 2 } },
  { word: 'pay_signature', fault: { kind: 'bad_signature' } },
  { word: 'pay_amount', fault: { kind: 'wrong_amount', out_sum: '1.000000' } },
  { word: 'pay_gross', fault: { kind: 'state_gross' } },
  { word: 'pay_dear', fault: { kind: 'fee', from: 20 } },
  { word: 'pay_silent', fault: { kind: 'state_answer', how: '500' } },
  { word: 'pay_suspended', fault: { kind: 'state_80' } },
  { word: 'pay_returned', fault: { kind: 'state_60' } },
  { word: 'pay_refund_no_funds', fault: { kind: 'refund_no_funds' } },
  { word: 'pay_refund_canceled', fault: { kind: 'refund_canceled' } },
  { word: 'pay_closed', fault: { kind: 'shop_inactive' } },
]
const wordOf = ({ kind }: PaymentFault) => kinds.find(({ fault }) => fault.kind === kind)?.word

/** Panel that injects faults into the payment provider. */
export function PaymentFaultPanel() {
  const words = useTexts()
  const client = useQueryClient()
  const config = useConfig()
  const [isOpen, setOpen] = useState(false)
  const faults = usePaymentFaults(isOpen)
  const [kindIndex, setChosen] = useState(0)
  const [times, setTimes] = useState(1)
  if (!config?.has_payments) return null
  const plan = (plannedFaults: PaymentFault[]) =>
    runAction(async () => {
      await api.planPayments(plannedFaults)
      await client.invalidateQueries({ queryKey: ['payments'] })
    })
  const addFault = () => {
    const fault = kinds[kindIndex]?.fault
    if (fault) plan([...faults, times === 0 ? fault : { ...fault, times }])
  }
  return (
    <section className="panel">
      <button
        type="button"
        className="panel-toggle"
        aria-expanded={isOpen}
        data-testid="pay-faults-toggle"
        onClick={() => setOpen(!isOpen)}
      >
        <h2>{words('pay_faults')}</h2>
        {faults.length > 0 && <span className="badge">{faults.length}</span>}
        <ChevronDown size={18} className={isOpen ? 'turned' : ''} />
      </button>
      {isOpen && (
        <div className="small-form">
          <p className="panel-hint">{words('pay_faults_hint')}</p>
          <select
            aria-label={words('pay_faults')}
            data-testid="pay-fault-kind"
            value={kindIndex}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {kinds.map(({ word }, index) => (
              <option key={word} value={index}>
                {words(word)}
              </option>
            ))}
          </select>
          <span className="small-form-buttons">
            <select
              aria-label="×"
              data-testid="pay-fault-times"
              value={times}
              onChange={({ target }) => setTimes(Number(target.value))}
            >
              {[1, 3, 10, 0].map((count) => (
                <option key={count} value={count}>
                  {count === 0 ? words('all_times') : `× ${count}`}
                </option>
              ))}
            </select>
            <button type="button" className="solid-button" data-testid="pay-fault-add" onClick={addFault}>
              <Plus size={16} /> {words('add')}
            </button>
          </span>
          {faults.map((fault, index) => {
            const word = wordOf(fault)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal faults have no other key
              <span className="fault" key={index} data-testid="pay-fault">
                {word ? words(word) : fault.kind} · {fault.times ?? '∞'}
                <button
                  type="button"
                  aria-label={words('cancel')}
                  onClick={() => plan(faults.filter((_, other) => other !== index))}
                >
                  <X size={14} />
                </button>
              </span>
            )
          })}
        </div>
      )}
    </section>
  )
}
