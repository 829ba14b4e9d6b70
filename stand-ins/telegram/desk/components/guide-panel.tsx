import { Check, ChevronDown, RotateCcw, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { run, switchPerson } from '../model/actions.ts'
import { api, type GuideStep } from '../model/api.ts'
import { useGuide, useUsers } from '../model/data.ts'
import { useDesk, useTexts } from '../model/desk.ts'

const key = 'desk.guide'

/** Guide for a new visitor; each step is ticked when the stand-in detects it. */
export function GuidePanel({ isFolded = false }: { isFolded?: boolean }) {
  const words = useTexts()
  const steps = useGuide()
  const [isOpen, setOpen] = useState(!isFolded && localStorage.getItem(key) !== 'closed')
  if (!steps?.length) return null
  const done = steps.filter((step) => step.is_done).length
  const current = steps.find((step) => !step.is_done)
  const toggle = () => {
    if (!isFolded) localStorage.setItem(key, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return (
    <section className="panel guide" data-testid={isFolded ? 'guide-strip' : 'guide'}>
      <button type="button" className="panel-toggle" aria-expanded={isOpen} onClick={toggle}>
        <Heading step={isFolded && !isOpen ? current : undefined} />
        <span className="guide-count">
          {done}/{steps.length}
        </span>
        <ChevronDown size={18} className={isOpen ? 'turned' : ''} />
      </button>
      {isOpen && (
        <ol className="guide-steps">
          {steps.map((step, index) => (
            <StepRow
              key={step.id}
              step={step}
              number={index + 1}
              isCurrent={step === current}
              onTaken={() => isFolded && setOpen(false)}
            />
          ))}
        </ol>
      )}
      {isOpen && !current && (
        <>
          <p className="panel-hint">{words('guide_done')}</p>
          <button type="button" className="quiet-button" onClick={() => run(api.resetGuide)}>
            <RotateCcw size={15} /> {words('guide_again')}
          </button>
        </>
      )}
    </section>
  )
}

function Heading({ step }: { step?: GuideStep }) {
  const words = useTexts()
  const language = useDesk((state) => state.language)
  if (!step) return <h2>{words('guide')}</h2>
  return <h2>{language === 'ru' ? step.title_ru : step.title_en}</h2>
}

interface RowProps {
  step: GuideStep
  number: number
  isCurrent: boolean
  onTaken: () => void
}

function StepRow({ step, number, isCurrent, onTaken }: RowProps) {
  const words = useTexts()
  const language = useDesk((state) => state.language)
  const holder = useDesk((state) => state.user_id)
  const person = useUsers().find(({ id }) => id === step.user_id)
  const isRu = language === 'ru'
  const classes = ['guide-step', step.is_done && 'guide-done', isCurrent && 'guide-current']
  const take = () => {
    switchPerson(step.user_id)
    onTaken()
  }
  return (
    <li className={classes.filter(Boolean).join(' ')} data-testid={`guide-${step.id}`}>
      <span className="guide-mark">{step.is_done ? <Check size={14} strokeWidth={3} /> : number}</span>
      <span className="guide-words">
        <b>{isRu ? step.title_ru : step.title_en}</b>
        {isCurrent && <small>{isRu ? step.hint_ru : step.hint_en}</small>}
        {isCurrent && person && holder !== step.user_id && (
          <button type="button" className="guide-take" data-testid="guide-take" onClick={take}>
            <Smartphone size={15} /> {words('take_phone')} {person.first_name}
          </button>
        )}
      </span>
    </li>
  )
}
