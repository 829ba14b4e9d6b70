import { Plus, Trash2 } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { QuestionDraft } from '#web/features/listing-form/draft/question-draft.ts'
import { newQuestion } from '#web/features/listing-form/draft/question-draft.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Segment } from '#web/ui/segment.tsx'

type QuestionsCardProps = {
  questions: QuestionDraft[]
  errors: Record<string, string>
  onChange: (questions: QuestionDraft[]) => void
}

const kinds = ['text', 'choice', 'number'] as const

/** Editor for up to three questions that everybody who responds has to answer. */
export function QuestionsCard({ questions, errors, onChange }: QuestionsCardProps) {
  const { t } = useTranslation()
  const changeQuestion = (at: number, part: Partial<QuestionDraft>) =>
    onChange(questions.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <Card className="stack">
      <div className="stack stack-1">
        <h2 className="head">{t('questions.title')}</h2>
        <p className="cap muted">{t('questions.hint')}</p>
      </div>
      {questions.map((question, at) => (
        <QuestionFields
          key={question.key}
          at={at}
          question={question}
          errors={errors}
          onChange={(part) => changeQuestion(at, part)}
          onRemove={() => onChange(questions.filter((_one, index) => index !== at))}
        />
      ))}
      {questions.length < limits.questions.count && (
        <div>
          <TextButton icon={Plus} onClick={() => onChange([...questions, newQuestion()])}>
            {t('questions.add', { number: questions.length + 1 })}
          </TextButton>
        </div>
      )}
    </Card>
  )
}

type QuestionFieldsProps = {
  at: number
  question: QuestionDraft
  errors: Record<string, string>
  onChange: (part: Partial<QuestionDraft>) => void
  onRemove: () => void
}

function QuestionFields({ at, question, errors, onChange, onRemove }: QuestionFieldsProps) {
  const { t } = useTranslation()
  const { kind } = question
  const name = (part: string) => `question-${at}-${part}`
  const input = (part: 'text' | 'options' | 'min' | 'max', inputProps: object) => (
    <InputField
      label={t(`questions.${part}`)}
      error={errors[name(part)]}
      {...inputProps}
      required
      unmarked
      name={name(part)}
      value={question[part]}
      onValue={(value) => onChange({ [part]: value })}
    />
  )
  return (
    <section className="stack stack-2" aria-label={t('questions.one', { number: at + 1 })}>
      <div className="row row-between">
        <h3 className="sub">{t('questions.one', { number: at + 1 })}</h3>
        <IconButton icon={Trash2} label={t('questions.remove', { number: at + 1 })} onClick={onRemove} />
      </div>
      {input('text', { maxLength: limits.questions.length, pattern: '[^\\{\\}]+' })}
      <Segment
        label={t('questions.kind')}
        options={kinds.map((value) => ({ value, label: t(`questions.kind.${value}`) }))}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      {kind === 'choice' &&
        input('options', { placeholder: t('questions.options.example'), pattern: '[^\\{\\}]+,[^\\{\\}]+' })}
      {kind === 'number' && (
        <div className="pair">
          {input('min', { inputMode: 'numeric', pattern: '\\d{1,6}' })}
          {input('max', { inputMode: 'numeric', pattern: '\\d{1,6}' })}
        </div>
      )}
    </section>
  )
}
