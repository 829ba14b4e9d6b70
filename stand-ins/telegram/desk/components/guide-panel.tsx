import { Check, ChevronDown, RotateCcw, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { runAction, switchPerson } from '../model/actions.ts'
import { api, type GuideStep } from '../model/api.ts'
import { useGuide, useUsers } from '../model/data.ts'
import { useDesk, useTexts } from '../model/desk.ts'

const key = 'desk.guide'

/** Guide for a new visitor of the desk. A step is ticked when the stand-in detects that it is done. */
export function GuidePanel({ isFolded = false }: { isFolded?: boolean }) {
  const words = useTexts()
  const steps = useGuide()
  const [isOpen, setOpen] = useState(!isFolded && localStorage.getItem(key) !== 'closed')
  if (!steps?.length) return null
  const doneCount = steps.filter((step) => step.is_done).length
  const current = steps.find((step) => !step.is_done)
  const togglePanel = () => {
    if (!isFolded) localStorage.setItem(key, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return (
    <section className="panel guide" data-testid={isFolded ? 'guide-strip' : 'guide'}>
      <button type="button" className="panel-toggle" aria-expanded={isOpen} onClick={togglePanel}>
        <Heading step={isFolded && !isOpen ? current : undefined} />
        <span className="guide-count">
          {doneCount}/{steps.length}
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
              onPhoneTaken={() => isFolded && setOpen(false)}
            />
          ))}
        </ol>
      )}
      {isOpen && !current && (
        <>
          <p className="panel-hint">{words('guide_done')}</p>
          <button type="button" className="quiet-button" onClick={() => runAction(api.resetGuide)}>
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
  onPhoneTaken: () => void
}

function StepRow({ step, number, isCurrent, onPhoneTaken }: RowProps) {
  const words = useTexts()
  const language = useDesk((state) => state.language)
  const selectedUserId = useDesk((state) => state.user_id)
  const person = useUsers().find(({ id }) => id === step.user_id)
  const isRu = language === 'ru'
  const classes = ['guide-step', step.is_done && 'guide-done', isCurrent && 'guide-current']
  const takePhone = () => {
    switchPerson(step.user_id)
    onPhoneTaken()
  }
  return (
    <li className={classes.filter(Boolean).join(' ')} data-testid={`guide-${step.id}`}>
      <span className="guide-mark">{step.is_done ? <Check size={14} strokeWidth={3} /> : number}</span>
      <span className="guide-words">
        <b>{isRu ? step.title_ru : step.title_en}</b>
        {isCurrent && <small>{isRu ? step.hint_ru : step.hint_en}</small>}
        {isCurrent && person && selectedUserId !== step.user_id && (
          <button type="button" className="guide-take" data-testid="guide-take" onClick={takePhone}>
            <Smartphone size={15} /> {words('take_phone')} {person.first_name}
          </button>
        )}
      </span>
    </li>
  )
}
